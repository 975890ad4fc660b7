import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { followed } from './followed.ts';
import { comparePeople } from './people/order.ts';
import { compareVisits } from './visits/order.ts';

interface Row {
  readonly id: number;
  readonly at: number;
}
const byTime = (a: Row, b: Row) => a.at - b.at || a.id - b.id;
const list = followed<Row>({ key: ({ id }) => id, compare: byTime });
const rows = fc
  .uniqueArray(fc.record({ id: fc.nat(30), at: fc.nat(9) }), { selector: ({ id }) => id, maxLength: 30 })
  .map((all) => all.toSorted(byTime));

describe('changes applied to the list that a caller holds', () => {
  test('give the newer list, whatever changed and however much of it is sent', () => {
    fc.assert(
      fc.property(rows, rows, fc.array(fc.nat(30)), (older, newer, more) => {
        const sent = newer.filter(
          ({ id, at }) => more.includes(id) || older.find((row) => row.id === id)?.at !== at,
        );
        const removed = older.map(({ id }) => id).filter((id) => !newer.some((row) => row.id === id));
        expect(list.applyChanges(older, sent, removed)).toEqual(newer);
      }),
    );
  });

  test('keep unchanged rows as the same objects', () => {
    const [first, second] = [
      { id: 1, at: 1 },
      { id: 2, at: 2 },
    ];
    const [kept] = list.applyChanges([first, second], [{ id: 2, at: 3 }], []);
    expect(kept).toBe(first);
  });
});

describe('the order of lists', () => {
  const person = (ID: number, LastName: string, FirstName: string, MiddleName: string | null = null) => ({
    ID,
    LastName,
    FirstName,
    MiddleName,
  });
  const visit = (id: number, day: string, PlanStartTime: string, PlanEndTime: string) => ({
    id,
    Date: day,
    PlanStartTime,
    PlanEndTime,
  });

  test('people are sorted by last, first and middle name without case and accents, then oldest record first', () => {
    const ordered = [
      person(4, 'Ávila', 'Ana'),
      person(9, 'avila', 'Ana'),
      person(2, 'Avila', 'ANA', 'M'),
      person(1, 'Avila', 'Zoë'),
      person(5, 'Avila Baca', 'Ana'),
      person(3, 'Øster', 'Ana'),
    ];
    expect(ordered.toReversed().toSorted(comparePeople)).toEqual(ordered);
  });

  test('visits are sorted by day and planned times', () => {
    const ordered = [
      visit(7, '2026-11-20', '08:00', '09:00'),
      visit(3, '2026-11-20', '08:00', '10:00'),
      visit(5, '2026-11-20', '08:00', '10:00'),
      visit(1, '2026-11-21', '06:00', '07:00'),
    ];
    expect(ordered.toReversed().toSorted(compareVisits)).toEqual(ordered);
  });
});
