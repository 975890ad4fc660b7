import { counted } from '@homecare/domain/counted.ts';
import type { HealthLine, HealthPart, HealthState } from '@homecare/domain/health/schema.ts';
import type { Tone } from '../../ui/tones.ts';

export const PART_WORDS: Readonly<Record<HealthPart, string>> = {
  database: 'Database',
  jobs: 'Jobs',
  aggregator: 'Sandata',
  texts: 'Texts',
  mail: 'E-mail',
  disk: 'Disk',
  backups: 'Backups',
  archive: 'Archive',
  drill: 'Test restore',
  certificate: 'Certificate',
  release: 'Release',
  slow: 'Slow calls',
};

export const STATE_WORDS: Readonly<Record<HealthState, { readonly word: string; readonly tone: Tone }>> = {
  fine: { word: 'Fine', tone: 'ok' },
  look: { word: 'Look', tone: 'warn' },
  wrong: { word: 'Wrong', tone: 'danger' },
  off: { word: 'Off', tone: 'mute' },
};

/** The page in one sentence. */
export const sumUp = (lines: readonly HealthLine[]): { readonly words: string; readonly tone: Tone } => {
  const count = (state: HealthState) => lines.filter((line) => line.state === state).length;
  const [wrong, look] = [count('wrong'), count('look')];
  if (wrong > 0)
    return {
      words: `${counted(wrong, 'line needs', 'lines need')} somebody now${look > 0 ? `, ${look} more in the next days` : ''}.`,
      tone: 'danger',
    };
  if (look > 0)
    return { words: `${counted(look, 'line needs', 'lines need')} a look in the next days.`, tone: 'warn' };
  return { words: 'Everything is fine.', tone: 'ok' };
};
