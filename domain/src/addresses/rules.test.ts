import fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import { houseNumber, isStreet, readTyped, stateCode, streetKey } from './rules.ts';

const cities = new Set(['aurora', 'colorado springs', 'springs']);
const read = (text: string) => readTyped(text, (name) => cities.has(name.toLowerCase()));
const parts = (street: string, city = '', state = '', zip = '') => ({ street, city, state, zip });

describe('text typed into the address box', () => {
  test.each([
    ['4683 Oakland St, Aurora, CO 80015', parts('4683 Oakland St', 'Aurora', 'CO', '80015')],
    ['4683 Oakland St, Aurora CO 80015-1234', parts('4683 Oakland St', 'Aurora', 'CO', '80015')],
    ['4683  Oakland St ,  Aurora', parts('4683 Oakland St', 'Aurora')],
    ['4683 oakland st aurora co 80015', parts('4683 oakland st', 'aurora', 'CO', '80015')],
    ['12 Main St Colorado Springs CO', parts('12 Main St', 'Colorado Springs', 'CO')],
    ['4683 Oakland St 800', parts('4683 Oakland St', '', '', '800')],
    ['4683 Oakland St', parts('4683 Oakland St')],
    ['4683 Oakland', parts('4683 Oakland')],
    ['4683 Oakland St, Unit 5, Aurora', parts('4683 Oakland St, Unit 5', 'Aurora')],
    ['1420 S Abilene Ct', parts('1420 S Abilene Ct')],
    ['80015', parts('80015')],
    ['', parts('')],
  ])('%s', (text, expected) => expect(read(text)).toEqual(expected));

  it('gains no words, and is never lost entirely', () => {
    fc.assert(
      fc.property(fc.string({ maxLength: 60 }), (text) => {
        const { street, city, state, zip } = read(text);
        const found = street + city + state + zip;
        // Reading puts one space after each comma, so count only the other characters.
        const written = (words: string) => words.replaceAll(/[\s,]/g, '').length;
        expect(written(found)).toBeLessThanOrEqual(written(text));
        expect(written(text) > 0 ? found : 'none').not.toBe('');
      }),
      { examples: [['!,!,!,!']] },
    );
  });
});

test.each([
  ['4683 Oakland St', true],
  ['12B 1st', true],
  ['12-14 Main', true],
  ['Oakland St', false],
  ['4683', false],
  ['', false],
])('%o is a street: %s', (street, expected) => expect(isStreet(street)).toBe(expected));

test.each([
  ['CO', 'CO'],
  ['co', 'CO'],
  ['Colorado', 'CO'],
  [' new  mexico ', 'NM'],
  ['District of Columbia', 'DC'],
  ['Chihuahua', undefined],
  ['', undefined],
])('the state of %o is %o', (text, code) => expect(stateCode(text)).toBe(code));

test.each([
  ['4683 Oakland St', '4683'],
  [' 12b Main', '12B'],
  ['12-14 Main', '12-14'],
  ['4683', '4683'],
  ['1st Ave', ''],
  ['Oakland St', ''],
])('the house number of %o is %o', (street, number) => expect(houseNumber(street)).toBe(number));

test.each([
  ['4683 South Oakland Street', '4683 S Oakland St', true],
  ['4683 s. oakland st.', '4683 S Oakland St', true],
  ['100 Broadway', '100 Broadway', true],
  ['4683 N Oakland St', '4683 S Oakland St', false],
  ['4683 Oakland Ct', '4683 Oakland St', false],
])('%o and %o are one street line: %s', (a, b, same) => expect(streetKey(a) === streetKey(b)).toBe(same));
