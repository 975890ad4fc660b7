import type { FilledForm, FilledRow } from '@homecare/domain/agency-forms/schema.ts';
import { counted } from '@homecare/domain/counted.ts';

/** What the records said when it was filled, by the key of the question. */
export const recordsOf = ({ answers }: Pick<FilledForm, 'answers'>): ReadonlyMap<string, string> =>
  new Map(answers.flatMap((answer) => (answer.kind === 'field' ? [[answer.key, answer.text]] : [])));

/** 'Ana Office, on the phone' */
export const sayFiller = ({ by, via }: Pick<FilledRow, 'by' | 'via'>) =>
  `${by}, ${via === 'phone' ? 'on the phone' : 'at the office'}`;

type Versioned = Pick<FilledRow, 'version' | 'corrections' | 'isMistake'>;

export const sayVersion = ({ version, corrections, isMistake }: Versioned) =>
  [
    `Version ${version}`,
    corrections > 0 && `corrected ${counted(corrections, 'time')}`,
    isMistake && 'entered by mistake',
  ]
    .filter(Boolean)
    .join(', ');
