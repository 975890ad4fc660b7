import { compareKeys } from '../compare.ts';
import { followed } from '../followed.ts';
import { compareNames } from '../people/order.ts';
import { EXPIRY_RULES, GAP_RULES } from './expiry-rules.ts';
import type { Notice, NoticeList, NoticeTone, RowMark } from './schema.ts';

const RANK: Record<NoticeTone, number> = { danger: 0, warn: 1, info: 2 };

/** The most pressing first: overdue before soon before to know, then by day, the longest overdue first. */
export const byUrgency = (a: Notice, b: Notice): number =>
  RANK[a.tone] - RANK[b.tone] || compareKeys(a.day ?? '', b.day ?? '');

const OF_CLIENTS = new Set(
  [...EXPIRY_RULES, ...GAP_RULES].filter(({ whom }) => whom === 'Client').map(({ key }) => key),
);

/** Of the same urgency providers come first, then clients, then care plans. */
const placeOf = ({ at, menu, rule }: Notice): number => {
  if (at === 'plan') return 2;
  return menu === 'birthdayClient' || OF_CLIENTS.has(rule) ? 1 : 0;
};

const byPlace = (a: Notice, b: Notice): number =>
  placeOf(a) - placeOf(b) || (a.at === 'plan' ? 0 : compareNames(a.name, b.name) || a.id - b.id);

/** What is said at care plans is sent as a whole. */
export const AT_PLANS = 0;
const notices = followed<Notice>({
  key: ({ at, id }) => (at === 'person' ? id : AT_PLANS),
  compare: (a, b) => byUrgency(a, b) || byPlace(a, b),
});

/** Marks are kept by provider, client and name, which the notices of their people say. */
const followedMarks = (all: readonly Notice[]) => {
  const byPerson = new Map(
    all.flatMap((notice) => (notice.at === 'person' ? [[notice.id, notice] as const] : [])),
  );
  return followed<RowMark>({
    key: ({ id }) => id,
    compare: (a, b) => {
      const [one, other] = [byPerson.get(a.id), byPerson.get(b.id)];
      return one && other ? byPlace(one, other) : 0;
    },
  });
};

/** The notices by the people whom they are about (docs/rules/calls.md, rule 20). */
export const followedNotices = {
  keysOf: (list: NoticeList): number[] => notices.keysOf(list.notices),
  applyChanges: (known: NoticeList, changed: NoticeList, removed: readonly number[]): NoticeList => {
    const all = notices.applyChanges(known.notices, changed.notices, removed);
    const gone = [...removed, ...notices.keysOf(changed.notices)];
    const marks = followedMarks(all).applyChanges(known.marks, changed.marks, gone);
    return { today: changed.today, notices: all, marks };
  },
};
