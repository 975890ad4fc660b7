import type { OwnWeek } from '@homecare/domain/availability/schema.ts';
import { hoursOf } from '@homecare/domain/calendar.ts';
import { showMoney } from '@homecare/domain/money.ts';
import { Button } from '@mantine/core';
import own from './PhoneBar.module.css';
import { useWords } from './words.ts';

const share = (part: number, whole: number) => `${whole === 0 ? 0 : Math.min(100, (100 * part) / whole)}%`;

/** Hours worked, planned and wished, and the pay for them so far. */
export const ThisWeek = ({ week, onHours }: { readonly week: OwnWeek; readonly onHours?: () => void }) => {
  const words = useWords();
  const { workedMinutes, plannedMinutes, wishedMinutes, payCents } = week;
  const whole = Math.max(plannedMinutes, workedMinutes, wishedMinutes ?? 0);
  const planned = String(hoursOf(plannedMinutes));
  return (
    <section className={own.card} aria-label={words.thisWeek}>
      <div className={own.head}>
        <h2 className={own.title}>{words.thisWeek}</h2>
        {onHours && (
          <Button size="md" variant="subtle" onClick={onHours}>
            {words.myHours}
          </Button>
        )}
      </div>
      <div className={own.gauge} aria-hidden="true">
        <span style={{ width: share(plannedMinutes, whole) }} />
        <span style={{ width: share(workedMinutes, whole) }} />
      </div>
      <div className={own.line}>
        <b>{words.worked(String(hoursOf(workedMinutes)))}</b>
        <span>
          {wishedMinutes === null
            ? words.plannedHours(planned)
            : words.plannedWished(planned, String(hoursOf(wishedMinutes)))}
        </span>
      </div>
      {payCents !== null && (
        <div className={own.line}>
          <span>{words.paySoFar}</span>
          <span className={own.money}>{showMoney(payCents)}</span>
        </div>
      )}
    </section>
  );
};
