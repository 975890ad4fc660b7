/** Text typed into the address box, split like 'street, city, ST 80015'. Missing parts are empty. */
export interface TypedAddress {
  readonly street: string;
  readonly city: string;
  readonly state: string;
  /** 3 to 5 digits, because the user may still be typing. */
  readonly zip: string;
}

const tidy = (text: string) => text.replace(/\s+/g, ' ').trim();

/**
 * Splits typed text from its end: ZIP, then state, then city. Without commas the city is the longest run of final words that
 * `isCity` accepts and that leaves a street with a number.
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

/** Whether the text has a house number and a name, which is enough to suggest addresses. */
export const isStreet = (street: string) => /^\d+[a-z]?(-\d+)?\s+\S*[a-z\d]/i.test(street);

/** USPS codes of the states, the District of Columbia and Puerto Rico, with the names that address services use. */
const STATE_NAMES =
  'AL Alabama,AK Alaska,AZ Arizona,AR Arkansas,CA California,CO Colorado,CT Connecticut,DE Delaware,' +
  'DC District of Columbia,FL Florida,GA Georgia,HI Hawaii,ID Idaho,IL Illinois,IN Indiana,IA Iowa,KS Kansas,KY Kentucky,' +
  'LA Louisiana,ME Maine,MD Maryland,MA Massachusetts,MI Michigan,MN Minnesota,MS Mississippi,MO Missouri,MT Montana,' +
  'NE Nebraska,NV Nevada,NH New Hampshire,NJ New Jersey,NM New Mexico,NY New York,NC North Carolina,ND North Dakota,' +
  'OH Ohio,OK Oklahoma,OR Oregon,PA Pennsylvania,PR Puerto Rico,RI Rhode Island,SC South Carolina,SD South Dakota,' +
  'TN Tennessee,TX Texas,UT Utah,VT Vermont,VA Virginia,VI Virgin Islands,WA Washington,WV West Virginia,WI Wisconsin,' +
  'WY Wyoming';
const STATE_PAIRS = STATE_NAMES.split(',').map((pair) => [pair.slice(0, 2), pair.slice(3)] as const);
const STATES = new Set<string>(STATE_PAIRS.map(([code]) => code));
const CODES = new Map(STATE_PAIRS.map(([code, name]) => [name.toLowerCase(), code]));

/** 'CO' for 'Colorado', 'co' or 'CO'; undefined if the text names no US state. */
export const stateCode = (text: string): string | undefined => {
  const word = tidy(text);
  const code = word.toUpperCase();
  return STATES.has(code) ? code : CODES.get(word.toLowerCase());
};

/** The house number at the start of a street line, in uniform spelling: '12-14' of '12-14 Main St'. */
export const houseNumber = (street: string): string =>
  (/^\d+[a-z]?(?:-\d+)?(?=\s|$)/i.exec(tidy(street))?.[0] ?? '').toUpperCase();

/** Words of street lines with their abbreviations, from USPS Publication 28. */
const SHORT = new Map(
  (
    'street st,avenue ave,av ave,road rd,drive dr,lane ln,court ct,circle cir,boulevard blvd,place pl,parkway pkwy,way wy,' +
    'terrace ter,trail trl,highway hwy,north n,south s,east e,west w'
  )
    .split(',')
    .map((pair): [string, string] => [pair.split(' ')[0] ?? '', pair.split(' ')[1] ?? '']),
);

/** A key that is equal for two spellings of one street line, such as '4683 South Oakland Street' and '4683 s. oakland st'. */
export const streetKey = (street: string): string =>
  tidy(street.toLowerCase().replace(/[.,]/g, ' '))
    .split(' ')
    .map((word) => SHORT.get(word) ?? word)
    .join(' ');
