import { EXPIRY_RULES } from '@homecare/domain/notices/expiry-rules.ts';
import { type NoticePerson, noticesOn } from '@homecare/domain/notices/rules.ts';
import type { Notice } from '@homecare/domain/notices/schema.ts';
import { countBy } from '@homecare/domain/reports/table.ts';
import { loadExcluded } from '../../care-plans/reading.ts';
import { loadNoticePeople } from '../../notices/service.ts';
import { peopleById } from '../queries.ts';
import { about, declarePage } from './declare.ts';
import { inGroup } from './facts.ts';

const ruleOf = (key: string) => EXPIRY_RULES.find((rule) => rule.key === key);

const dateOf = (person: NoticePerson, key: string): string | null => {
  const field = ruleOf(key)?.field;
  return field === undefined || field === 'excluded' ? null : (person[field] ?? null);
};

const stateOf = ({ tone, day, text: words }: Notice) =>
  tone === 'warn' ? 'Soon' : day === null && !words.includes('expired') ? 'Missing or wrong' : 'Expired';

/** `stored` is the date as in the record. */
const rowOf = (notice: Notice, kind: string, stored: string | null) => ({
  id: notice.id,
  name: notice.name,
  kind,
  what: ruleOf(notice.rule)?.label ?? notice.rule,
  stored,
  due: notice.day,
  state: stateOf(notice),
});

/** Everything of active people and plans that has expired or soon will, by the rules of notices. */
export const expiringDocuments = declarePage({
  ...about(['entry', 'entries'], true),
  name: 'Expiring Documents',
  file: 'ExpiringDocuments',
  side: 'people',
  inputs: ['date', 'type'],
  rows: async ({ scope, parameters }) => {
    const { capabilities } = scope.settings;
    const [people, plans, all] = await Promise.all([
      loadNoticePeople(scope),
      loadExcluded(scope),
      peopleById(scope),
    ]);
    // Both states, whatever the menus of the toolbar show.
    const notices = noticesOn(Temporal.PlainDate.from(parameters.date), { ...capabilities, premium: true });
    const isExpiry = ({ rule }: Notice) => ruleOf(rule) !== undefined;
    const isIn = ({ ID, kind }: NoticePerson) => {
      const person = all.get(ID);
      return (
        parameters.type === 'all' ||
        (kind === 'Client' && person !== undefined && inGroup(parameters.type)(person))
      );
    };
    return [
      ...people.filter(isIn).flatMap((person) =>
        notices
          .ofPerson(person)
          .filter(isExpiry)
          .map((notice) => rowOf(notice, person.kind, dateOf(person, notice.rule))),
      ),
      ...(parameters.type === 'all'
        ? plans.data.flatMap((plan) =>
            notices
              .ofPlan(plan)
              .filter(isExpiry)
              .map((notice) => rowOf(notice, 'Care plan', plan.excluded)),
          )
        : []),
    ];
  },
  order: ({ due, name, id, what }) => [due, name, id, what],
  columns: ({ text, date, count }, { parameters }) => [
    text('Person', 30, ({ name }) => name),
    text('Kind', 10, ({ kind }) => kind),
    text('What', 24, ({ what }) => what),
    date('Date', ({ stored }) => stored),
    date('Due', ({ due }) => due),
    text('State', 16, ({ state }) => state),
    count(
      'Days',
      ({ due }) =>
        due === null
          ? null
          : Temporal.PlainDate.from(parameters.date).until(due, { largestUnit: 'days' }).days,
      { total: false },
    ),
  ],
  summaries: (rows) => [countBy('By rule', 'What', rows, ({ what }) => what)],
});
