import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { isPastedPerson, readPasted } from './pasted.ts';

const today = Temporal.PlainDate.from('2026-11-20');
const read = (text: string) => readPasted(text, today);

describe('a person pasted as one text', () => {
  test('yields name, address, phone, e-mail and date of birth', () => {
    expect(
      read('Guadalupe Baca, 4683 S Oakland St, Aurora, CO 80015, (303) 555-0142, lupe@x.com, DOB 4/4/1951'),
    ).toEqual({
      FirstName: 'Guadalupe',
      LastName: 'Baca',
      Address: '4683 S Oakland St',
      City: 'Aurora',
      State: 'CO',
      PostalCode: '80015',
      Phone: '(303) 555-0142',
      Email: 'lupe@x.com',
      DOB: '1951-04-04',
    });
  });

  test.each([
    [
      'Baca, Guadalupe\n4683 S Oakland St Apt 3\nAurora CO 80015',
      {
        FirstName: 'Guadalupe',
        LastName: 'Baca',
        Address: '4683 S Oakland St',
        Address2: 'Apt 3',
        City: 'Aurora',
        State: 'CO',
        PostalCode: '80015',
      },
    ],
    [
      'Name: Maria de la Cruz; Phone: 303.555.0142',
      { FirstName: 'Maria', LastName: 'de la Cruz', Phone: '(303) 555-0142' },
    ],
    [
      'John Smith Jr., +1 720 555 0100',
      { FirstName: 'John', LastName: 'Smith Jr.', Phone: '(720) 555-0100' },
    ],
    [
      'Ana Ruiz, 1 Main St, Unit 4B, Denver, CO 80202-1234',
      {
        FirstName: 'Ana',
        LastName: 'Ruiz',
        Address: '1 Main St',
        Address2: 'Unit 4B',
        City: 'Denver',
        State: 'CO',
        PostalCode: '802021234',
      },
    ],
    ['Li Wu 1980-02-03', { FirstName: 'Li', LastName: 'Wu', DOB: '1980-02-03' }],
    ['Ann Lee, born 4/4/51', { FirstName: 'Ann', LastName: 'Lee', DOB: '1951-04-04' }],
    [
      'José Núñez\t3035550142\tjose@example.org',
      { FirstName: 'José', LastName: 'Núñez', Phone: '(303) 555-0142', Email: 'jose@example.org' },
    ],
  ])('%j', (text, person) => {
    expect(read(text)).toEqual(person);
    expect(isPastedPerson(read(text))).toBe(true);
  });

  test.each(['Baca', 'Guadalupe Baca', 'de la Cruz', '', '303-555-0142', 'O’Brien, Ann'])(
    '%j is nothing but what its field takes',
    (text) => expect(isPastedPerson(read(text))).toBe(false),
  );

  test('keeps a town that begins like the word for a unit', () => {
    expect(read('Ann Lee, 12 Main St, Unity, CO 80015')).toMatchObject({ City: 'Unity' });
    expect(read('Ann Lee, 12 Main St Apt4, Denver, CO 80015')).toMatchObject({ Address2: 'Apt4' });
  });

  test('yields no date that does not exist or is in the future', () => {
    expect(read('Ann Lee, DOB 2/30/1951').DOB).toBeUndefined();
    expect(read('Ann Lee, DOB 4/4/27').DOB).toBe('1927-04-04');
  });

  test('is read completely, whatever separates its parts', () => {
    const words = fc
      .stringMatching(/^[A-Z][a-z]{2,8}$/)
      .filter(
        (word) =>
          !/^(Apt|Unit|Lot|Ste|Suite|Spc|Space|Trlr|Born|Name|City|Del|Las|Los|Van|Von|Der|Den)$/.test(word),
      );
    fc.assert(
      fc.property(
        words,
        words,
        fc.integer({ min: 1, max: 99_999 }),
        words,
        words,
        fc.integer({ min: 10_000, max: 99_999 }),
        fc.integer({ min: 2_000_000, max: 9_999_999 }),
        fc.constantFrom(', ', '\n', '; ', '\t'),
        (first, last, number, street, city, zip, phone, apart) => {
          const tel = `(303) ${String(phone).slice(0, 3)}-${String(phone).slice(3)}`;
          const text = [`${first} ${last}`, `${number} ${street} St`, city, `CO ${zip}`, tel].join(apart);
          expect(read(text)).toEqual({
            FirstName: first,
            LastName: last,
            Address: `${number} ${street} St`,
            City: city,
            State: 'CO',
            PostalCode: String(zip),
            Phone: tel,
          });
        },
      ),
    );
  });

  test('never causes an error, whatever was pasted', () => {
    fc.assert(
      fc.property(fc.string({ maxLength: 300 }), (text) => {
        for (const value of Object.values(read(text))) expect(value).not.toBe('');
      }),
    );
  });
});
