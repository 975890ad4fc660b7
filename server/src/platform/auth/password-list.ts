import { readFile } from 'node:fs/promises';

const folder = new URL('../../../data/passwords/', import.meta.url);

let common: Promise<ReadonlySet<string>> | undefined;

const readLists = async (): Promise<ReadonlySet<string>> => {
  const lists = await Promise.all(
    ['common.txt', 'expected.txt'].map((name) => readFile(new URL(name, folder), 'utf8')),
  );
  return new Set(lists.flatMap((list) => list.split('\n')).filter(Boolean));
};

/** The password is among those tried first, in any case (ASVS 6.2.4). */
export const isCommonPassword = async (password: string): Promise<boolean> => {
  common ??= readLists();
  return (await common).has(password.toLowerCase());
};
