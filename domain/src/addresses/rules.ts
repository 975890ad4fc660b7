/** What somebody typed into the address box, taken apart: 'street, city, ST 80015'. Missing parts are empty. */
export interface TypedAddress {
  readonly street: string;
  readonly city: string;
  readonly state: string;
  /** 3 to 5 digits. */
  readonly zip: string;
}

const tidy = (text: string) => text.replace(/\s+/g, ' ').trim();

/**
 * Reads from the end: ZIP, then state, then city. Without commas the city is the longest run of last words that `isCity`
 * knows and that leaves a street with a number.
 */
export const readTyped = (text: string, isCity: (name: string) => boolean = () => false): TypedAddress => {
  const parts = text.split(',').map(tidy).filter(Boolean);
  const line = parts.join(', ');
  const zipped = /^(.*[\s,])(\d{3,5})(?:-\d{0,4})?$/.exec(line);
  const zip = zipped && /[a-z]/i.test(zipped[1] ?? '') ? (zipped[2] ?? '') : '';
  const beforeZip = zip ? (zipped?.[1] ?? '').replace(/[\s,]+$/, '') : line;
  const stated =
    /^(.*[\s,])([A-Z]{2})$/.exec(beforeZip) ?? (zip ? /^(.*[\s,])([a-z]{2})$/i.exec(beforeZip) : null);
  const isState = stated !== null && STATES.has(stated[2]?.toUpperCase() ?? '');
  const state = isState ? (stated[2]?.toUpperCase() ?? '') : '';
  const rest = (isState ? (stated[1] ?? '') : beforeZip).replace(/[\s,]+$/, '');
  const comma = rest.lastIndexOf(', ');
  if (comma > 0) return { street: rest.slice(0, comma), city: rest.slice(comma + 2), state, zip };
  return { ...splitCity(rest, isCity), state, zip };
};

const splitCity = (rest: string, isCity: (name: string) => boolean) => {
  const words = rest.split(' ');
  for (let size = Math.min(4, words.length - 2); size >= 1; size -= 1) {
    const city = words.slice(-size).join(' ');
    if (isCity(city)) return { street: words.slice(0, -size).join(' '), city };
  }
  return { street: rest, city: '' };
};

/** A house number and a name: enough to propose a place for it. */
export const isStreet = (street: string) => /^\d+[a-z]?(-\d+)?\s+\S*[a-z\d]/i.test(street);

const STATES = new Set(
  (
    'AL AK AZ AR CA CO CT DE DC FL GA HI ID IL IN IA KS KY LA ME MD MA MI MN MS MO MT NE NV NH NJ NM NY NC ND OH OK OR ' +
    'PA PR RI SC SD TN TX UT VT VA VI WA WV WI WY'
  ).split(' '),
);
