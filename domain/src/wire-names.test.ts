import { expect, test } from 'vitest';
import { z } from 'zod';
import { command, wireJson, wireText } from './wire.ts';
import { fieldFromWire, fieldToWire, fromWire, renamed, toWire } from './wire-names.ts';

const Plan = renamed(z.strictObject({ id: z.int(), covidBy: z.int().nullable(), Modify: z.string() }), {
  covidBy: 'coversPlanId',
  Modify: 'modifiedAt',
});
const Answer = z.strictObject({ plans: z.array(Plan).nullable(), first: Plan.optional(), total: z.int() });

const onTheWire = { id: 3, covidBy: 7, Modify: '2026-11-20' };
const inTheProduct = { id: 3, coversPlanId: 7, modifiedAt: '2026-11-20' };

test('a parsed shape has the names used in our code', () =>
  expect(Plan.parse(onTheWire)).toEqual(inTheProduct));

test('names are converted at any depth, and fields keep their order', () => {
  const wire = { plans: [onTheWire, onTheWire], first: onTheWire, total: 2 };
  const product = { plans: [inTheProduct, inTheProduct], first: inTheProduct, total: 2 };
  expect(JSON.stringify(toWire(Answer, product))).toBe(JSON.stringify(wire));
  expect(fromWire(Answer, wire)).toEqual(product);
  expect(toWire(Answer, { plans: null, total: 0 })).toEqual({ plans: null, total: 0 });
});

test('a value without renamed fields stays the same object', () => {
  const value = { total: 1 };
  expect(toWire(z.strictObject({ total: z.int() }), value)).toBe(value);
});

test('a command is sent with wire names, however its fields are parsed', () => {
  const input = command(
    renamed(
      z.strictObject({ json: wireJson(z.object({ from: z.string() })), Remarks: wireText(9).optional() }),
      {
        json: 'week',
      },
    ),
  );
  expect(toWire(input, { id: 1, data: { week: { from: '08:00' }, Remarks: 'x' } })).toEqual({
    id: 1,
    data: { json: { from: '08:00' }, Remarks: 'x' },
  });
  expect([fieldToWire(input, 'week'), fieldToWire(input, 'Remarks')]).toEqual(['json', 'Remarks']);
  expect([fieldFromWire(input, 'json'), fieldFromWire(input, '')]).toEqual(['week', '']);
});

test('the same answer is converted to the same objects', () => {
  const wire = { plans: [onTheWire], total: 1 };
  expect(fromWire(Answer, wire)).toBe(fromWire(Answer, wire));
  const later = fromWire(z.array(Plan), [onTheWire, { ...onTheWire, id: 4 }]);
  const earlier = fromWire(z.array(Plan), [onTheWire]);
  expect(Array.isArray(later) && Array.isArray(earlier) && later[0] === earlier[0]).toBe(true);
});
