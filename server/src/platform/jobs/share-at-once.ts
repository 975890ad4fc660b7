/** Of many simultaneous callers with the same question, one works and the others get its answer. A later caller works again. */
export const shareAtOnce = <Owner extends object, T>() => {
  const underWay = new WeakMap<Owner, Map<string, Promise<T>>>();
  return (owner: Owner, key: string, work: () => Promise<T>): Promise<T> => {
    const own = underWay.get(owner) ?? new Map<string, Promise<T>>();
    underWay.set(owner, own);
    const running = own.get(key);
    if (running) return running;
    const answer = work().finally(() => own.delete(key));
    own.set(key, answer);
    return answer;
  };
};
