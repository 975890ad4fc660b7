const KEPT = 4_000;
/** Dates repeat for every provider: what is asked of the calendar is kept. */
export const remembering = <T>(ask: (key: string) => T) => {
  const kept = new Map<string, T>();
  return (key: string): T => {
    const known = kept.get(key);
    if (known !== undefined) return known;
    if (kept.size >= KEPT) kept.clear();
    const found = ask(key);
    kept.set(key, found);
    return found;
  };
};
