import type { TaskNorm } from '../pack.ts';

const individually = (first: number, names: readonly string[]): TaskNorm[] =>
  names.map((name, n) => ({ code: first + n, name, minutes: null, per: null }));

/** Tasks of In-Home Support Services; of all others no norm is known. */
export const COLORADO_NORMS: readonly TaskNorm[] = [
  { code: 101, name: 'Floor care', minutes: 15, per: 'room' },
  ...individually(102, ['Bathroom cleaning', 'Kitchen cleaning', 'Trash removal']),
  { code: 105, name: 'Meal preparation', minutes: 30, per: 'event' },
  ...individually(106, ['Dishwashing', 'Bed making', 'Laundry']),
  { code: 109, name: 'Shopping', minutes: 120, per: 'week' },
  ...individually(110, ['Dusting']),
  ...individually(201, [
    'Eating',
    'Respiratory assistance',
    'Skin care',
    'Bladder and bowel care',
    'Hygiene',
    'Dressing',
    'Transfers',
    'Mobility',
    'Positioning',
    'Medication reminder',
    'Medical equipment',
    'Bathing',
    'Accompanying',
    'Protective oversight',
    'Hair care',
  ]),
  ...individually(301, [
    'Skin care',
    'Hair care',
    'Nail care',
    'Mouth care',
    'Shaving',
    'Dressing',
    'Feeding',
    'Exercise',
    'Transfers',
    'Bowel care',
    'Bladder care',
    'Medical management',
    'Respiratory care',
    'Bathing',
    'Medication assistance',
    'Accompanying',
    'Mobility',
    'Positioning',
  ]),
];
