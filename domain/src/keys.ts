/** The keys of a record with their precise type, so that one dictionary also serves as the list of its names. */
export const keysOf = <T extends object>(record: T): Extract<keyof T, string>[] => {
  const keys: Extract<keyof T, string>[] = [];
  for (const key in record) keys.push(key);
  return keys;
};
