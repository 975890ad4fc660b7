interface Waiting<Q, A> {
  readonly question: Q;
  readonly resolve: (answer: A) => void;
  readonly reject: (error: unknown) => void;
}

/**
 * Questions that are asked in one turn of the event loop travel to the database together, at most so many in one statement:
 * under load the way there and back costs more than what is looked up. One that is alone goes at once, alone.
 */
export const together = <Q, A>(
  most: number,
  askAll: (questions: readonly Q[]) => Promise<readonly A[]>,
): ((question: Q) => Promise<A>) => {
  let waiting: Waiting<Q, A>[] = [];
  const send = async (asked: readonly Waiting<Q, A>[]) => {
    try {
      const answers = await askAll(asked.map(({ question }) => question));
      for (const [n, answer] of answers.entries()) asked[n]?.resolve(answer);
    } catch (error) {
      for (const { reject } of asked) reject(error);
    }
  };
  const flush = () => {
    const all = waiting;
    waiting = [];
    for (let from = 0; from < all.length; from += most) void send(all.slice(from, from + most));
  };
  return (question) =>
    new Promise((resolve, reject) => {
      if (waiting.push({ question, resolve, reject }) === 1) setImmediate(flush);
    });
};
