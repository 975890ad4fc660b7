import { isOverdue } from '../agency-forms/due.ts';
import { sayDay } from '../calendar.ts';
import { counted } from '../counted.ts';
import { sayName } from '../person-name.ts';
import { type Around, type Draft, startOfDay, type TodayFacts } from './facts.ts';
import { namedAs } from './named.ts';

/** Forms of the agency that were to be filled by now: one row for all, which names the oldest. */

export const formRows = ({ forms = [] }: TodayFacts, { today, zone }: Around): Draft[] => {
  const overdue = forms.filter((form) => isOverdue(form, today));
  const [first] = overdue;
  if (!first) return [];
  const count = overdue.length;
  const said = `${sayName(first.person)}: ${first.title}`;
  return [
    {
      key: 'forms',
      kind: 'forms',
      tone: 'danger',
      title: count === 1 ? `${said} is overdue` : `${counted(count, 'form')} are overdue`,
      text: count === 1 ? '' : `${said}. ${counted(count - 1, 'more form')}`,
      named: [namedAs(first.personId, first.person)],
      figure: { main: sayDay(first.due), note: count === 1 ? 'was its last day' : 'the oldest' },
      count,
      cents: null,
      at: startOfDay(first.due, zone),
      place: { list: 'forms' },
      placeCount: count,
      button: 'Fill',
      mend: { by: 'list' },
    },
  ];
};
