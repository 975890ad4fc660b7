/** The names of a record, as precisely as its type knows them: one dictionary is the list of its names too. */
export const keysOf = <T extends object>(record: T): Extract<keyof T, string>[] => {
  const keys: Extract<keyof T, string>[] = [];
  for (const key in record) keys.push(key);
  return keys;
};
