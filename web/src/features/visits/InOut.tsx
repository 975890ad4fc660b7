import { EDITORS, editorOf } from '@homecare/domain/visits/day-list.ts';
import type { Visit } from '@homecare/domain/visits/schema.ts';
import {
  IconDeviceLaptop,
  IconDeviceMobile,
  IconMapPin,
  IconMapPinOff,
  IconPhone,
  type IconProps,
} from '@tabler/icons-react';
import type { ComponentType } from 'react';
import { rowIcon } from '../../ui/icons.ts';
import type { Tone } from '../../ui/tones.ts';
import classes from './InOut.module.css';
import { stampText } from './visit-words.ts';

interface Sign {
  readonly icon: ComponentType<IconProps>;
  readonly tone?: Tone;
  readonly words: string;
}

const FINE: Omit<Sign, 'words'> = { icon: IconMapPin, tone: 'ok' };
const WRONG: Omit<Sign, 'words'> = { icon: IconMapPinOff, tone: 'danger' };

/** Without a position or error there is no sign, because the office set the time. */
const locationSign = (what: string, error: boolean, latitude: number | null): Sign | undefined => {
  if (error) return { ...WRONG, words: `${what} location error` };
  return latitude === null ? undefined : { ...FINE, words: `${what} location fine` };
};

const EDITED: Record<NonNullable<Visit['EditedVia']>, Sign> = {
  app: { icon: IconDeviceMobile, words: EDITORS.app },
  admin: { icon: IconDeviceLaptop, words: EDITORS.admin },
  call: { icon: IconPhone, words: EDITORS.call },
};

const SignIcon = ({ sign }: { readonly sign: Sign | undefined }) =>
  sign ? (
    <span
      className={classes.sign}
      data-tone={sign.tone}
      data-tip={sign.words}
      role="img"
      aria-label={sign.words}
    >
      <sign.icon {...rowIcon} />
    </span>
  ) : (
    <span className={classes.sign} />
  );

const editorSign = (visit: Visit): Sign | undefined =>
  visit.EditedVia ? { ...EDITED[visit.EditedVia], words: `Last edited by ${editorOf(visit)}` } : undefined;

const Time = ({
  at,
  isLate,
  zone,
}: {
  readonly at: string | null;
  readonly isLate: boolean;
  readonly zone: string;
}) => (
  <span>
    {stampText(at, zone)}
    {isLate && (
      <span className={classes.late} data-tip="Sent later by the phone, which had no network">
        late
      </span>
    )}
  </span>
);

/** Actual times, with icons for their locations and for who wrote last. */
export const InOut = ({ visit, zone }: { readonly visit: Visit; readonly zone: string }) => {
  if (!visit.startedAt && !visit.endedAt) return null;
  return (
    <div className={classes.inOut}>
      <SignIcon sign={locationSign('Check-in', visit.StartLocationError, visit.AddressStartLatitude)} />
      <SignIcon sign={locationSign('Check-out', visit.EndLocationError, visit.AddressEndLatitude)} />
      <SignIcon sign={editorSign(visit)} />
      <span className={classes.times}>
        <Time at={visit.startedAt} isLate={visit.StartLate} zone={zone} />
        <Time at={visit.endedAt} isLate={visit.EndLate} zone={zone} />
      </span>
    </div>
  );
};

const LEGEND: readonly Sign[] = [
  { ...FINE, words: 'location fine' },
  { ...WRONG, words: 'location error' },
  EDITED.app,
  EDITED.admin,
  EDITED.call,
];

export const Legend = () => (
  <ul className={classes.legend} aria-label="Signs">
    {LEGEND.map((sign) => (
      <li key={sign.words} data-tone={sign.tone}>
        <sign.icon {...rowIcon} size={16} />
        {sign.words}
      </li>
    ))}
    <li>
      <span className={classes.now} aria-hidden="true" />
      now
    </li>
  </ul>
);
