interface Waiting<Q, A> {
  readonly question: Q;
  readonly resolve: (answer: A) => void;
  readonly reject: (error: unknown) => void;
}

/** As many statements of one kind are on their way at once as an agency holds connections. */
const AT_ONCE = 2;
/** One that is out for longer hangs, and holds up nobody. */
const LONG_MS = 250;

/**
 * Questions that are asked in one turn of the event loop travel to the database together, at most so many in one statement, and
 * so do those that come while statements are out: under load the way there and back costs more than what is looked up. One that
 * is alone goes at once, alone.
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
