import { daysOfMonth } from '@homecare/domain/billing/counting.ts';
import { ITEM_DELETED, ITEM_OMITTED, ITEM_SAVED } from '@homecare/domain/billing/moves.ts';
import {
  adjustSecondHalf,
  withoutDaysToCome,
  withPreviousData,
  withVisitData,
} from '@homecare/domain/billing/opening.ts';
import { checkCard, NO_VISIT_DATA, rowsToStore } from '@homecare/domain/billing/rules.ts';
import type { CardStatus, SavedCard } from '@homecare/domain/billing/schema.ts';
import { weekdayOf } from '@homecare/domain/calendar.ts';
import type { FieldError, Reason, Refusal } from '@homecare/domain/errors.ts';
import { useState } from 'react';
import { useSending, useTask } from '../../platform/form/use-action.ts';
import { closeErrors, toast } from '../../platform/toasts.ts';
import { type CardFields, DELETE_CARD, INSERT_CARD, onWire, readVisits, UPDATE_CARD } from './api.ts';
import {
  type CardContext,
  type Cell,
  CHECKS,
  type CheckCell,
  type Draft,
  dayOf,
  draftOfSaved,
  gapsOf,
  isCheck,
  openDraft,
  possibleOf,
  type Row,
  rowOf,
  sameDraft,
  settledText,
  type TextCell,
  toCount,
  toJudge,
  unreadable,
  withAllDays,
} from './card-draft.ts';

/** The two buttons that fill the grid and can be let go again. */
export type Filled = 'visits' | 'previous';

/** Days about to be billed or paid without a visit that proves them: asked first (docs/rules/billing.md, rule 25). */
export interface Question {
  readonly rows: readonly Row[];
  readonly days: readonly string[];
  /** What is about to be checked. */
  readonly boxes: readonly CheckCell[];
}

const RECORD_GONE = 'Someone deleted this record while you were editing. Your changes are still here.';

/** Boxes that were not checked before. */
const checkedNow = (before: Row | undefined, after: Row): CheckCell[] =>
  CHECKS.filter((cell) => after[cell] && before?.[cell] !== true);

/** One card of the page: unsaved and being modified it has a draft, saved it has none. */
export const useCard = (context: CardContext, onOmit: () => void) => {
  const { card, month, today, zone } = context;
  const { saved } = card;
  // As it was when Modify was pressed: a change of somebody else since then is told, not written over.
  const [base, setBase] = useState<SavedCard>();
  const modifying = base !== undefined;
  const isEditing = saved === null || modifying;
  // As it was opened, and as it is now: a refresh never takes away what is being worked on.
  const [opened, setOpened] = useState(() => openDraft(context));
  const [draft, setDraft] = useState(opened);
  const [filled, setFilled] = useState<{ readonly by: Filled; readonly before: readonly Row[] }>();
  const [question, setQuestion] = useState<Question>();
  const [faults, setFaults] = useState<readonly FieldError[]>([]);
  const inserting = useSending(INSERT_CARD);
  const updating = useSending(UPDATE_CARD);
  const deleting = useSending(DELETE_CARD);
  const [allDays, setAllDays] = useState(false);
  const [overtaken, setOvertaken] = useState(false);
  const [overlap, setOverlap] = useState<string>();

  const taking = useTask(async () => {
    const { from, through } = daysOfMonth(month);
    const visits = await readVisits(card.plan, from, through).catch(() => undefined);
    if (!visits) toast.error(NO_VISIT_DATA);
    else fill('visits', withVisitData(draft.rows.map(dayOf), visits, { month, zone }).map(rowOf));
  });
  const busy = [inserting, updating, deleting, taking].some(({ pending }) => pending);

  // Somebody else saved the card that was being worked on: it goes on as a change of their record, which it tells.
  if (saved !== null && !modifying && !busy && !sameDraft(draft, opened)) {
    setBase(saved);
    setOvertaken(true);
  }

  /** An empty row of a day that was not planned is none. */
  const kept = (rows: readonly Row[]) => {
    const own = new Set(opened.rows.map(({ date }) => date));
    return rows.filter(({ date, start, end }) => own.has(date) || start !== '' || end !== '');
  };
  const change = (next: Partial<Draft>) => {
    setDraft({ ...draft, ...next, ...(next.rows && { rows: kept(next.rows) }) });
    setFaults([]);
  };
  const shown = allDays ? withAllDays(context, draft.rows) : draft.rows;
  const gaps = gapsOf(context, shown);

  /** Rows as they shall be; days that no visit proves are asked about before they are billed or paid. */
  const changeRows = (wanted: readonly Row[]) => {
    const rows = withoutDaysToCome(wanted, today);
    const before = new Map(shown.map((row) => [row.date, row]));
    const unproven = rows
      .filter(({ date }) => gaps.has(date))
      .map((row) => ({ date: row.date, boxes: checkedNow(before.get(row.date), row) }))
      .filter(({ boxes }) => boxes.length > 0);
    if (unproven.length === 0) return change({ rows });
    const asked = new Set(unproven.flatMap(({ boxes }) => boxes));
    setQuestion({
      rows,
      days: unproven.map(({ date }) => date),
      boxes: CHECKS.filter((cell) => asked.has(cell)),
    });
  };
  const changeRow = (date: string, next: (row: Row) => Row) =>
    shown.map((row) => (row.date === date ? next(row) : row));

  const type = (date: string, cell: TextCell, typed: string) =>
    change({ rows: changeRow(date, (row) => ({ ...row, [cell]: typed })) });
  const settle = (date: string, cell: TextCell) => {
    const row = shown.find((one) => one.date === date);
    if (row && settledText(cell, row[cell]) !== row[cell])
      change({ rows: changeRow(date, (one) => ({ ...one, [cell]: settledText(cell, one[cell]) })) });
  };
  const check = (date: string, cell: CheckCell, on: boolean) =>
    changeRows(changeRow(date, (row) => ({ ...row, [cell]: on })));
  /** Ctrl D: to the days below; with Shift to those of the same weekday. */
  const copyDown = (date: string, cell: Cell, sameWeekday: boolean) => {
    const from = shown.find((row) => row.date === date);
    if (!from) return;
    const weekday = (day: string) => weekdayOf(Temporal.PlainDate.from(day));
    const value = isCheck(cell) ? from[cell] : settledText(cell, from[cell]);
    changeRows(
      shown.map((row) =>
        row.date >= date && (!sameWeekday || weekday(row.date) === weekday(date))
          ? { ...row, [cell]: value }
          : row,
      ),
    );
  };

  const fill = (by: Filled, rows: readonly Row[]) => {
    setFilled({ by, before: draft.rows });
    change({ rows });
  };
  const letGo = () => {
    if (filled) change({ rows: filled.before });
    setFilled(undefined);
  };
  const takeVisits = () => (filled?.by === 'visits' ? letGo() : void taking.run());
  const takePrevious = () => {
    if (filled?.by === 'previous') return letGo();
    if (card.previous)
      fill(
        'previous',
        withPreviousData(draft.rows.map(dayOf), card.previous, { month, today, visits: card.visits }).map(
          rowOf,
        ),
      );
  };
  const adjust = () => change({ rows: adjustSecondHalf(toCount(draft, context), zone).map(rowOf) });

  const told = (refusal: Refusal<Reason>) => {
    if (saved && refusal.reason === 'notFound') return toast.error(RECORD_GONE);
    // The time check stays until it is dismissed (docs/rules/billing.md, rule 38).
    toast.error(refusal.info, refusal.reason === 'hoursTaken' ? { stay: 'untilClosed' } : {});
    setFaults(refusal.errors);
  };
  const update = ({ id, rev }: SavedCard, fields: Partial<CardFields> & { readonly Status?: CardStatus }) =>
    updating.run({ input: { id, data: { ...onWire(fields), rev } } });
  const begin = (next: Draft) => {
    setOpened(next);
    setDraft(next);
    setFilled(undefined);
    setAllDays(false);
    setFaults([]);
  };
  const finish = () => {
    setBase(undefined);
    setOvertaken(false);
    begin(openDraft({ ...context, card: { ...card, saved: null } }));
  };

  const save = async (allowOverlap = false) => {
    // What the last try was told is over.
    closeErrors(faults.map(({ message }) => message));
    const wrong = unreadable(draft.rows);
    if (wrong.size > 0)
      return toast.error('A time looks like 08:30 and travel is minutes: correct the marked cells.');
    const judged = toJudge(draft);
    const stored = { ...judged, json: rowsToStore(judged.json) };
    const found = checkCard(stored, { month, possible: possibleOf(context), today });
    setFaults(found);
    for (const message of new Set(found.map((fault) => fault.message))) toast.error(message);
    if (found.length > 0) return;
    const { startPeriod, endPeriod, payRate, rateKind, json, remarks } = stored;
    const customDate = draft.isCalculatedLater ? draft.customDate : null;
    const fields = {
      startPeriod,
      endPeriod,
      payRate,
      rateKind,
      json,
      customDate,
      remarks,
      ...(allowOverlap && { allowOverlap }),
    };
    if (busy) return;
    const sent = saved
      ? await update(base ?? saved, fields)
      : await inserting.run({
          input: { data: onWire({ careplanId: card.plan.id, date: month, ...fields }) },
        });
    if (!sent) return;
    if (!sent.ok && sent.reason === 'hoursElsewhere') return setOverlap(sent.info);
    if (!sent.ok) return told(sent);
    toast.success(sent.info ?? ITEM_SAVED);
    finish();
  };
  const patch = async (data: { readonly Status?: CardStatus; readonly remarks?: string | null }) => {
    if (!saved || busy) return;
    const sent = await update(saved, data);
    if (!sent) return;
    if (!sent.ok) return told(sent);
    toast.success(sent.info ?? ITEM_SAVED);
    // Modify may have been pressed while this was on its way: what it began with is this change, not an older state.
    const { rev } = sent.data;
    setBase((begun) => begun && { ...begun, rev });
    const { remarks } = data;
    if (remarks === undefined) return;
    const withRemarks = (before: Draft): Draft => ({ ...before, remarks: remarks ?? '' });
    setOpened(withRemarks);
    setDraft(withRemarks);
  };
  const remove = async () => {
    if (!saved || busy) return;
    const { id, rev } = saved;
    const sent = await deleting.run({ input: { id, data: { rev } } });
    if (sent?.ok) {
      toast.success(sent.info ?? ITEM_DELETED);
      finish();
    } else if (sent) told(sent);
  };

  return {
    state: saved === null ? ('unsaved' as const) : modifying ? ('editing' as const) : ('saved' as const),
    draft,
    shown,
    gaps,
    wrong: unreadable(shown),
    faults,
    busy,
    filled: filled?.by,
    allDays,
    /** Who saved it while it was worked on here. */
    overtakenBy: overtaken ? base?.ModifiedBy : undefined,
    isDirty: isEditing && !sameDraft(draft, opened),
    question: question && {
      days: question.days,
      boxes: question.boxes,
      answer: (yes: boolean) => {
        if (yes) change({ rows: question.rows });
        setQuestion(undefined);
      },
    },
    /** Hours in two places, in words: saved only after a yes. */
    overlap:
      overlap === undefined
        ? undefined
        : {
            text: overlap,
            answer: (yes: boolean) => {
              setOverlap(undefined);
              if (yes) void save(true);
            },
          },
    change,
    type,
    settle,
    check,
    copyDown,
    takeVisits,
    takePrevious,
    adjust,
    showAllDays: () => setAllDays(!allDays),
    modify: () => {
      if (!saved) return;
      setBase(saved);
      begin(draftOfSaved(saved, today));
    },
    cancel: finish,
    omit: () => {
      onOmit();
      toast.success(ITEM_OMITTED);
    },
    save: () => save(),
    setStatus: (Status: CardStatus) => patch({ Status }),
    setRemarks: (remarks: string) => patch({ remarks: remarks.trim() || null }),
    remove,
  };
};
export type CardWork = ReturnType<typeof useCard>;
