interface Waiting<Q, A> {
  readonly question: Q;
  readonly resolve: (answer: A) => void;
  readonly reject: (error: unknown) => void;
}

/** The number of statements of one kind at a time, equal to the connections an agency keeps. */
const AT_ONCE = 2;
/** A statement that takes longer is hanging and no longer holds up others. */
const LONG_MS = 250;

/**
 * Sends questions asked in one turn of the event loop to the database together, at most a maximum per statement, and likewise those
 * asked while statements are out: under load, the round trip costs more than the look-up. A single question is sent at once.
 */
export const together = <Q, A>(
  most: number,
  askAll: (questions: readonly Q[]) => Promise<readonly A[]>,
): ((question: Q) => Promise<A>) => {
  let waiting: Waiting<Q, A>[] = [];
  let out = 0;
  let isPlanned = false;
  const plan = () => {
    if (isPlanned) return;
    isPlanned = true;
    setImmediate(flush);
  };
  const ask = async (asked: readonly Waiting<Q, A>[]) => {
    try {
      const answers = await askAll(asked.map(({ question }) => question));
      for (const [n, answer] of answers.entries()) asked[n]?.resolve(answer);
    } catch (error) {
      for (const { reject } of asked) reject(error);
    }
  };
  const send = async (asked: readonly Waiting<Q, A>[]) => {
    let counts = true;
    const leave = () => {
      if (!counts) return;
      counts = false;
      out -= 1;
      if (waiting.length > 0) plan();
    };
    out += 1;
    const hangs = setTimeout(leave, LONG_MS);
    await ask(asked);
    clearTimeout(hangs);
    leave();
  };
  const flush = () => {
    isPlanned = false;
    while (waiting.length > 0 && out < AT_ONCE) {
      const asked = waiting.slice(0, most);
      waiting = waiting.slice(most);
      void send(asked);
    }
  };
  return (question) =>
    new Promise((resolve, reject) => {
      waiting.push({ question, resolve, reject });
      if (out < AT_ONCE) plan();
    });
};
