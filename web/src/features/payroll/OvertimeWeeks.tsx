import { showHours } from '@homecare/domain/billing/counting.ts';
import { showDate } from '@homecare/domain/calendar.ts';
import { showMoney } from '@homecare/domain/money.ts';
import { sayPart } from '@homecare/domain/payroll/periods.ts';
import type { PayMonth, PayOfProvider } from '@homecare/domain/payroll/schema.ts';
import { Button, Group, Stack } from '@mantine/core';
import classes from './PayrollPage.module.css';

interface WeeksProps {
  readonly pay: PayOfProvider;
  readonly periods: PayMonth['periods'];
  readonly onEverybody: () => void;
  readonly onVisits: () => void;
}

/** Of the one provider that is shown: which weeks bring overtime, and in which pay period it is paid. */
export const OvertimeWeeks = ({ pay, periods, onEverybody, onVisits }: WeeksProps) => (
  <Stack component="section" gap={8} maw={620} aria-label={`Overtime of ${pay.Provider}`}>
    <Group justify="space-between" wrap="nowrap">
      <h2 className={classes.weeksTitle}>Overtime by week</h2>
      <Group gap={8} wrap="nowrap">
        <Button onClick={onVisits}>Visits of the month</Button>
        <Button onClick={onEverybody}>Show everybody</Button>
      </Group>
    </Group>
    {pay.overtime && pay.overtime.length > 0 ? (
      <table className={classes.weeksTable}>
        <thead>
          <tr>
            <th scope="col">Week</th>
            <th scope="col">Paid with</th>
            <th scope="col" data-right>
              Hours
            </th>
            <th scope="col" data-right>
              Premium
            </th>
          </tr>
        </thead>
        <tbody>
          {pay.overtime.map(({ half, week, isLate, hours, premium }) => (
            <tr key={`${week.from} ${isLate}`}>
              <td>
                {showDate(week.from)} – {showDate(week.through)}
                {isLate && ' (late)'}
              </td>
              <td>{sayPart(periods, half)}</td>
              <td data-right>{showHours(hours)}</td>
              <td data-right>{showMoney(premium)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    ) : (
      <p className="ink2">
        {pay.overtime ? 'No week of this month has overtime.' : 'Overtime is shown for the group All.'}
      </p>
    )}
  </Stack>
);
