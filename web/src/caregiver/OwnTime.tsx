import { sayLength } from '@homecare/domain/billing/recorded-time.ts';
import { listOwnTime, type OwnTimeDay } from '@homecare/domain/payroll/unpaid-contract.ts';
import { Button } from '@mantine/core';
import { useState } from 'react';
import { useKeptRead } from './answers.ts';
import { firstName } from './days.ts';
import own from './PhoneBar.module.css';
import { shortDayWords, useWords } from './words.ts';

/** Number of days shown at first. */
const FEW = 7;

/** Clients' family names are not stored on phones (docs/security.md). */
const withoutFamilyNames = (days: readonly OwnTimeDay[]): OwnTimeDay[] =>
  days.map((day) => ({ ...day, Client: firstName(day.Client) }));

const Day = ({ day }: { readonly day: OwnTimeDay }) => {
  const words = useWords();
  const { date, Client, worked, paid, why } = day;
  return (
    <li className={own.paidDay}>
      <span>
        <b>{shortDayWords(words, date)}</b> {Client}
      </span>
      <span>{words.workedPaid(sayLength(worked), sayLength(paid))}</span>
      {why !== null && <span className={own.due}>{words.because(words.unpaidWhy[why])}</span>}
    </li>
  );
};

/** The hours worked on each of the last days, how much of them is paid, and why not all. */
export const OwnTime = () => {
  const words = useWords();
  const { data } = useKeptRead(listOwnTime, {}, withoutFamilyNames);
  const [all, setAll] = useState(false);
  if (!data || data.length === 0) return null;
  return (
    <section className={own.card} aria-label={words.workedAndPaid}>
      <div className={own.head}>
        <h2 className={own.title}>{words.workedAndPaid}</h2>
        {data.length > FEW && (
          <Button size="md" variant="subtle" onClick={() => setAll(!all)}>
            {all ? words.showFewer : words.showAllDays(data.length)}
          </Button>
        )}
      </div>
      <ul className={own.list}>
        {(all ? data : data.slice(0, FEW)).map((day) => (
          <Day key={`${day.planId} ${day.date}`} day={day} />
        ))}
      </ul>
    </section>
  );
};
