import type { ServiceType } from '../pack.ts';

/** 10 CCR 2505-10 8.7537, personal care. */
const CARE = [
  'Bathing',
  'Dressing',
  'Hair care',
  'Mouth care',
  'Nail care',
  'Shaving',
  'Skin care',
  'Feeding',
  'Mobility',
  'Transfers',
  'Positioning',
  'Bladder care',
  'Bowel care',
  'Medication reminder',
  'Accompanying',
];

/** 10 CCR 2505-10 8.7527, homemaker. */
const HOME = [
  'Meal preparation',
  'Floor care',
  'Laundry',
  'Dishwashing',
  'Bed making',
  'Bathroom cleaning',
  'Kitchen cleaning',
  'Dusting',
  'Trash removal',
  'Shopping',
];

/** Health maintenance activities of In-Home Support Services. */
const HEALTH = [
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
  'Medication assistance',
  'Bathing',
  'Mobility',
  'Accompanying',
  'Positioning',
];

/** Tasks of the calculator that a care plan takes over. */
const CALCULATED = [
  'Eating',
  'Respiratory assistance',
  'Bladder and bowel care',
  'Hygiene',
  'Medical equipment',
  'Protective oversight',
];

const personalCare = {
  procedureCode: 'T1019',
  aggregatorCode: 'PRSNL',
  isIhss: false,
  payCategory: 'PCP/RPCP',
  personalTasks: CARE,
  homeTasks: HOME,
} as const;
const ihss = { aggregatorCode: 'IHSS', isIhss: true } as const;
const homemaker = {
  procedureCode: 'S5130',
  isRelative: false,
  payCategory: 'Homemaker',
  personalTasks: [],
  homeTasks: HOME,
} as const;

/** The care plan types of a new agency, in their order. */
export const COLORADO_TYPES: readonly ServiceType[] = [
  { ...personalCare, code: 'PCP', name: 'Personal Care', modifiers: ['U1'], isRelative: false },
  {
    ...personalCare,
    code: 'RPCP',
    name: 'Relative Personal Care',
    modifiers: ['U1', 'HR'],
    isRelative: true,
  },
  { ...homemaker, code: 'HMK', name: 'Homemaker', modifiers: ['U1'], aggregatorCode: 'HMKR', isIhss: false },
  {
    ...personalCare,
    ...ihss,
    code: 'IHSSPC',
    name: 'IHSS Personal Care',
    modifiers: ['U1', 'KX'],
    isRelative: false,
    personalTasks: [...CARE, ...CALCULATED],
  },
  {
    ...personalCare,
    ...ihss,
    code: 'IHSSRPC',
    name: 'IHSS Relative Personal Care',
    modifiers: ['U1', 'HR', 'KX'],
    isRelative: true,
    personalTasks: [...CARE, ...CALCULATED],
  },
  { ...homemaker, ...ihss, code: 'IHSSHMK', name: 'IHSS Homemaker', modifiers: ['U1', 'KX'] },
  {
    ...ihss,
    code: 'IHSSHMA',
    name: 'IHSS Health Maintenance',
    procedureCode: 'H0038',
    modifiers: ['U1'],
    isRelative: false,
    payCategory: 'HealthMaintenance',
    personalTasks: HEALTH,
    homeTasks: [],
  },
];
