import { expect, test } from 'vitest';
import { shareAtOnce } from './share-at-once.ts';

const [north, south] = [{ agency: 'north' }, { agency: 'south' }];
const counting = () => {
  let worked = 0;
  const share = shareAtOnce<object, number>();
  const ask = (owner: object, key: string) =>
    share(owner, key, async () => {
      worked += 1;
      await new Promise((resolve) => setTimeout(resolve, 5));
      return worked;
    });
  return { ask, worked: () => worked };
};

test('of 20 simultaneous callers one works, and a later caller works again', async () => {
  const { ask, worked } = counting();
  const answers = await Promise.all(Array.from({ length: 20 }, () => ask(north, 'week')));
  expect([new Set(answers).size, worked()]).toEqual([1, 1]);
  await ask(north, 'week');
  expect(worked()).toBe(2);
});

test('another question, or another agency, is answered separately', async () => {
  const { ask, worked } = counting();
  await Promise.all([ask(north, 'week'), ask(north, 'month'), ask(south, 'week')]);
  expect(worked()).toBe(3);
});

test('a failure reaches only those who waited for it', async () => {
  const share = shareAtOnce<object, string>();
  const fails = () => Promise.reject(new Error('no connection'));
  const both = await Promise.allSettled([
    share(north, 'week', fails),
    share(north, 'week', async () => 'no'),
  ]);
  expect(both.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
  expect(await share(north, 'week', async () => 'counted')).toBe('counted');
});
