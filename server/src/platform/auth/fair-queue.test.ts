import { setImmediate as turn } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { FairQueue, TooManyWaiting } from './fair-queue.ts';
import { hashPassword } from './passwords.ts';

/** Work that ends when the test says so, and the order in which it began. */
const workshop = (queue: FairQueue) => {
  const begun: string[] = [];
  const ends: (() => void)[] = [];
  const send = (caller: string) =>
    queue
      .run(caller, () => {
        begun.push(caller);
        return new Promise<string>((resolve) => ends.push(() => resolve('done')));
      })
      .catch((error: unknown) => (error instanceof TooManyWaiting ? 'refused' : 'failed'));
  const endAll = async () => {
    for (let n = 0; n < 100; n += 1) {
      for (const end of ends.splice(0)) end();
      await turn();
    }
  };
  return { begun, send, endAll };
};

test('callers take turns', async () => {
  const { begun, send, endAll } = workshop(new FairQueue(1, 10));
  const all = ['flood', 'flood', 'flood', 'flood', 'ann', 'flood', 'ben'].map(send);
  await endAll();
  expect(await Promise.all(all)).toEqual(Array(7).fill('done'));
  expect(begun).toEqual(['flood', 'flood', 'ann', 'ben', 'flood', 'flood', 'flood']);
});

test('a full queue makes room for a caller with fewer waiting', async () => {
  const { begun, send, endAll } = workshop(new FairQueue(1, 3));
  const all = ['flood', 'flood', 'flood', 'flood', 'flood', 'ann', 'ben'].map(send);
  await endAll();
  expect(await Promise.all(all)).toEqual(['done', 'done', 'refused', 'refused', 'refused', 'done', 'done']);
  expect(begun).toEqual(['flood', 'flood', 'ann', 'ben']);
});

test('agencies take turns first, and a full queue removes from the one with the most', async () => {
  const queue = new FairQueue(1, 4);
  const begun: string[] = [];
  const run = (agency: string, caller: string) =>
    queue
      .run(
        caller,
        async () => {
          begun.push(`${agency} ${caller}`);
          await turn();
        },
        agency,
      )
      .catch((error: unknown) => (error instanceof TooManyWaiting ? 'refused' : 'failed'));
  const crowd = ['a', 'b', 'c', 'd', 'e'].map((caller) => run('crowded', caller));
  const quiet = [run('quiet', 'ann'), run('other', 'ben')];
  expect(await Promise.all(quiet)).toEqual([undefined, undefined]);
  expect((await Promise.all(crowd)).filter((answer) => answer === 'refused')).toHaveLength(2);
  expect(begun).toEqual(['crowded a', 'crowded b', 'quiet ann', 'other ben', 'crowded c']);
});

test('failing work passes its turn on', async () => {
  const queue = new FairQueue(1, 3);
  await expect(queue.run('ann', () => Promise.reject(new Error('no')))).rejects.toThrow('no');
  expect(await queue.run('ann', async () => 'yes')).toBe('yes');
});

test('the main thread continues while a password is hashed', async () => {
  let isDone = false;
  const hashing = hashPassword('Correct-Horse-7').then(() => {
    isDone = true;
  });
  let turns = 0;
  while (!isDone) {
    await turn();
    turns += 1;
  }
  await hashing;
  expect(turns).toBeGreaterThan(10);
});
