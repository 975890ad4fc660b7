import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { decodeFields, decodeFilters, decodeForm, decodeJson, LIMITS } from './decode.ts';

const data = (pairs: unknown) => JSON.stringify(pairs);

describe('field lists', () => {
  test('take values of writes literally, whatever they begin with', () => {
    fc.assert(
      fc.property(fc.constantFrom('!', '<', '<=', '>', '>=', '='), fc.string(), (operator, rest) => {
        const value = operator + rest;
        fc.pre(!value.includes('\0') && value.isWellFormed());
        const decoded = decodeFields(data([{ field: 'notes', value }]));
        expect(decoded).toMatchObject({ ok: true, value: { notes: value } });
      }),
    );
  });

  test('split filters into operator and value with one function', () => {
    const decoded = decodeFilters(
      data([
        { field: 'Status', value: '!Deleted' },
        { field: 'StartDate', value: '<=2026-11-20' },
        { field: 'Cur', value: 'y' },
      ]),
    );
    expect(decoded).toEqual({
      ok: true,
      value: [
        { field: 'Status', op: '!', value: 'Deleted' },
        { field: 'StartDate', op: '<=', value: '2026-11-20' },
        { field: 'Cur', op: '=', value: 'y' },
      ],
    });
  });

  test.each([
    ['no JSON', '[{'],
    ['an object in place of the list', '{"field":"a","value":1}'],
    ['a list as value', data([{ field: 'a', value: [1] }])],
    ['an object as value', data([{ field: 'a', value: { b: 1 } }])],
    ['a prototype key', '[{"field":"a","value":1,"__proto__":{"admin":true}}]'],
    ['a constructor key', '[{"field":"a","value":1,"constructor":{"prototype":{}}}]'],
    ['a NUL', data([{ field: 'a', value: 'x\0y' }])],
    ['a lone surrogate', '[{"field":"a","value":"\\ud800"}]'],
    ['a number beyond numbers', '[{"field":"a","value":1e999}]'],
    ['a field without a name', data([{ value: 1 }])],
    [
      'a field named twice',
      data([
        { field: 'a', value: 1 },
        { field: 'a', value: 2 },
      ]),
    ],
    [
      'too many fields',
      data(Array.from({ length: LIMITS.pairs + 1 }, (_, i) => ({ field: `f${i}`, value: 1 }))),
    ],
    ['a value over the limit', data([{ field: 'a', value: 'x'.repeat(LIMITS.valueBytes + 1) }])],
    ['a field name over the limit', data([{ field: 'x'.repeat(LIMITS.fieldLength + 1), value: 1 }])],
  ])('are refused: %s', (_, text) => {
    expect(decodeFields(text).ok).toBe(false);
  });

  test('accept values exactly at the limits', () => {
    const many = Array.from({ length: LIMITS.pairs }, (_, i) => ({ field: `f${i}`, value: 1 }));
    expect(decodeFields(data(many)).ok).toBe(true);
    expect(decodeFields(data([{ field: 'a', value: 'x'.repeat(LIMITS.valueBytes) }])).ok).toBe(true);
  });

  test('always get an answer and never change the prototype', () => {
    fc.assert(
      fc.property(
        fc.oneof(
          fc.string({ unit: 'binary' }),
          fc.json(),
          fc.constant('[{"field":"__proto__","value":"x"}]'),
        ),
        (text) => {
          decodeFields(text);
          decodeFilters(text);
          decodeJson(text, 'x');
          expect(Object.keys(Object.prototype)).toEqual([]);
        },
      ),
    );
  });

  test('treat a field called __proto__ or constructor as just a name', () => {
    const decoded = decodeFields(data([{ field: 'constructor', value: 'x' }]));
    expect(decoded.ok && Object.keys(decoded.value)).toEqual(['constructor']);
  });
});

describe('forms', () => {
  test('refuse a repeated name, so a scalar never becomes a list', () => {
    expect(decodeForm('cmd=get&cmd=login').ok).toBe(false);
    expect(decodeForm('cmd=get&id=1')).toMatchObject({ ok: true, value: { cmd: 'get', id: '1' } });
  });
  test('refuse NUL', () => expect(decodeForm('cmd=g%00et').ok).toBe(false));
});

test('JSON nested deeper than the limit is refused', () => {
  const nest = (depth: number) => `${'['.repeat(depth)}${']'.repeat(depth)}`;
  expect(decodeJson(nest(LIMITS.depth), 'x').ok).toBe(true);
  expect(decodeJson(nest(LIMITS.depth + 1), 'x').ok).toBe(false);
});
