import { startMails, startTexts } from '@homecare/domain/bulk-messages/contract.ts';
import { MAX_BY_HAND, NOBODY } from '@homecare/domain/bulk-messages/schema.ts';
import { insertCarePlan } from '@homecare/domain/care-plans/contract.ts';
import { fold } from '@homecare/domain/fold.ts';
import { canText } from '@homecare/domain/messaging/rules.ts';
import { getMonthClose } from '@homecare/domain/month-close/contract.ts';
import { getPeople, insertPerson } from '@homecare/domain/people/contract.ts';
import { isActive } from '@homecare/domain/people/kind-and-status.ts';
import { isPerson } from '@homecare/domain/people/schema.ts';
import { importFile } from '@homecare/domain/people-import/contract.ts';
import { sayMonth } from '@homecare/domain/plan-documents/rules.ts';
import { getSetUp } from '@homecare/domain/set-up/contract.ts';
import { planOpenVisits } from '@homecare/domain/staffing/contract.ts';
import {
  IconCalendarPlus,
  IconChecks,
  IconFileImport,
  IconListCheck,
  IconMail,
  IconMessageDots,
  IconRoute,
  IconUserPlus,
} from '@tabler/icons-react';
import { keep } from '../../platform/kept.ts';
import { readNow } from '../../platform/query.ts';
import { type Gate, isOpenTo, type Viewer } from '../../platform/row-actions.ts';
import { SET_UP } from '../../platform/set-up-path.ts';
import { toast } from '../../platform/toasts.ts';
import { sendListKey, startSendList } from '../bulk-messages/start-send-list.ts';
import { CARE_PLAN, NEW_PLAN } from '../care-plans/plan-mode.ts';
import type { FindEntry } from './find-entries.ts';

/** What can be done without looking for its screen first, each for who may make its call. */

interface NamedAction extends FindEntry, Gate {
  /** Other words that it is known by. */
  readonly words?: string;
}

const TOO_MANY = `At most ${MAX_BY_HAND} people at once. Use the group buttons of the SMS sender.`;

const textSpeakers = async (language: string) => {
  const people = (await readNow(getPeople, {})).filter((row) => !isPerson(row));
  const ids = people
    .filter((row) => isActive(row) && canText(row.Phone) && fold(row.Language ?? '').includes(fold(language)))
    .map(({ ID }) => ID);
  if (ids.length > MAX_BY_HAND) return toast.error(TOO_MANY);
  startSendList('SMS', ids);
};

/** The agency's language groups; where it has none, the language that the phones of caregivers speak too. */
const languagesOf = ({ capabilities }: Viewer) =>
  capabilities?.langGroup.length ? capabilities.langGroup : ['Spanish'];

const languageActions = (languages: readonly string[]): NamedAction[] =>
  languages.map((language) => ({
    key: `text ${language}`,
    icon: IconMessageDots,
    title: `Text all ${language} speakers`,
    words: 'sms message language',
    call: startTexts,
    place: { to: '/sendsms' },
    prepare: () => textSpeakers(language),
  }));

const group = (channel: 'SMS' | 'Email', name: 'providers' | 'clients'): NamedAction => ({
  key: `${channel} ${name}`,
  icon: channel === 'SMS' ? IconMessageDots : IconMail,
  title: `${channel === 'SMS' ? 'Text' : 'Email'} all ${name}`,
  words: channel === 'SMS' ? 'sms message' : 'e-mail message',
  call: channel === 'SMS' ? startTexts : startMails,
  place: { to: channel === 'SMS' ? '/sendsms' : '/sendemail' },
  prepare: () => keep(sendListKey(channel), { ...NOBODY, groups: [name] }),
});

const closeMonth = (today: Temporal.PlainDate): NamedAction => {
  const month = today.toPlainYearMonth().subtract({ months: 1 }).toString();
  return {
    key: 'close',
    icon: IconChecks,
    title: `Close ${sayMonth(month).replace(` ${today.year}`, '')}`,
    words: 'month bill',
    call: getMonthClose,
    place: { to: '/monthclose', page: { month, group: 'all' } },
    prepare: async () => {
      const { MONTH_VIEW, readMonthView } = await import('../month-close/month-view.ts');
      keep(MONTH_VIEW, readMonthView({ month }));
    },
  };
};

const actionsOn = (today: Temporal.PlainDate, languages: readonly string[]): readonly NamedAction[] => [
  {
    key: 'add provider',
    icon: IconUserPlus,
    title: 'Add provider',
    words: 'new create caregiver hire',
    call: insertPerson,
    place: { to: '/createuser', page: { mode: 'Provider' } },
  },
  {
    key: 'add client',
    icon: IconUserPlus,
    title: 'Add client',
    words: 'new create',
    call: insertPerson,
    place: { to: '/createuser', page: { mode: 'Client' } },
  },
  {
    key: 'add plan',
    icon: IconCalendarPlus,
    title: 'Add care plan',
    words: 'new create',
    call: insertCarePlan,
    place: { to: CARE_PLAN, page: NEW_PLAN },
  },
  {
    key: 'import',
    icon: IconFileImport,
    title: 'Import people',
    words: 'spreadsheet csv excel',
    call: importFile,
    place: { to: '/importpeople' },
  },
  {
    key: 'set up',
    icon: IconListCheck,
    title: 'Set up your agency',
    words: 'first day setup start configure',
    call: getSetUp,
    place: { to: SET_UP },
  },
  closeMonth(today),
  {
    key: 'plan visits',
    icon: IconRoute,
    title: 'Plan open visits',
    words: 'cover sick fill',
    call: planOpenVisits,
    place: { to: '/schedule/plan' },
  },
  ...languageActions(languages),
  group('SMS', 'providers'),
  group('SMS', 'clients'),
  group('Email', 'providers'),
  group('Email', 'clients'),
];

/** Each word that was typed begins one of the words. */
export const isNamed = (named: string, typed: readonly string[]) => {
  const known = fold(named).split(/[\s(]+/);
  return typed.every((word) => known.some((one) => one.startsWith(word)));
};

export const actionEntries = (
  typed: readonly string[],
  viewer: Viewer,
  today: Temporal.PlainDate,
): readonly FindEntry[] =>
  actionsOn(today, languagesOf(viewer))
    .filter((action) => isOpenTo(action, viewer) && isNamed(`${action.title} ${action.words ?? ''}`, typed))
    .map(({ key, icon, title, place, prepare }) => ({ key: `do ${key}`, icon, title, place, prepare }));
