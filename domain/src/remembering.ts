/** Caches what `make` returns for each text, because lists of thousands repeat the same few. Keeps at most `most` results. */
export const remembering = <T>(make: (text: string) => T, most = 4_000) => {
  const kept = new Map<string, T>();
  return (text: string): T => {
    const known = kept.get(text);
    if (known !== undefined) return known;
    if (kept.size >= most) kept.clear();
    const made = make(text);
    kept.set(text, made);
    return made;
  };
};
