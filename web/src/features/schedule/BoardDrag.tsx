import {
  DndContext,
  type DragEndEvent,
  DragOverlay,
  type DragStartEvent,
  type KeyboardCoordinateGetter,
  KeyboardSensor,
  type Modifier,
  PointerSensor,
  useSensor,
  useSensors,
} from '@dnd-kit/core';
import { hoursText } from '@homecare/domain/calendar.ts';
import { answerOf, canCome, nextWhoCan } from '@homecare/domain/schedule/candidate-answer.ts';
import { keyOf } from '@homecare/domain/schedule/layout.ts';
import { spokenSpan } from '@homecare/domain/schedule/rules.ts';
import type { OpenVisit } from '@homecare/domain/staffing/schema.ts';
import { type ReactNode, type RefObject, useEffect, useMemo } from 'react';
import { toast } from '../../platform/toasts.ts';
import { useTypeName } from '../care-plans/api.ts';
import { getMoving, moveOver, startMoving, stopMoving, useMovingPart } from './assigning.ts';
import chips from './Chip.module.css';
import type { Chosen } from './use-cover.tsx';

/** Where rows are on the screen: the board alone knows, and rows out of sight have no element. */
export interface RowPlaces {
  readonly order: readonly number[];
  /** The row at a height of the window. */
  rowAt(y: number): number | null;
  /** The middle of that row. */
  middleAt(y: number): number | null;
  /** Where the answer of the row under the pointer is. */
  answer(): DOMRect | null;
  /** Brings a row in sight. */
  reveal(id: number): void;
}

const Ghost = () => {
  // By keys the row that is chosen says so itself.
  const visit = useMovingPart((moving) => (moving?.byKeys ? undefined : moving?.visit));
  const typeName = useTypeName();
  if (!visit) return null;
  return (
    <div className={chips.ghost} style={{ width: CARD.wide, height: CARD.high }}>
      <b>{spokenSpan(visit)}</b>
      <br />
      {visit.Client}
      <br />
      <span className="ink2">{`${typeName(visit.Type)}, ${hoursText(visit.minutes)}`}</span>
    </div>
  );
};

const CARD = { wide: 190, high: 55, beside: 12 };

/**
 * The card keeps to the height of the row under the pointer and to the right of that row's answer, or to its left at the edge of
 * the window: every answer is read while it is carried.
 */
const besideAnswer =
  (places: RefObject<RowPlaces | null>): Modifier =>
  ({ transform, activatorEvent, activeNodeRect, windowRect }) => {
    if (!(activatorEvent instanceof PointerEvent) || !activeNodeRect) return transform;
    const [x, y] = [activatorEvent.clientX + transform.x, activatorEvent.clientY + transform.y];
    const answer = places.current?.answer();
    const isOver = answer && x > answer.left - CARD.wide && x < answer.right;
    const [from, until] = isOver ? [answer.left, answer.right] : [x, x];
    const right = until + CARD.beside;
    const isRight = right + CARD.wide <= (windowRect?.width ?? window.innerWidth);
    const left = isRight ? right : from - CARD.beside - CARD.wide;
    const top = (places.current?.middleAt(y) ?? y) - CARD.high / 2;
    return { ...transform, x: left - activeNodeRect.left, y: top - activeNodeRect.top };
  };

/** The row under the pointer, however the board scrolls below it. */
const usePointer = (places: RefObject<RowPlaces | null>) => {
  useEffect(() => {
    let y = 0;
    const follow = () => {
      if (getMoving()) moveOver(places.current?.rowAt(y) ?? null);
    };
    const onPointer = (event: PointerEvent) => {
      if (event.buttons === 0) return;
      y = event.clientY;
      follow();
    };
    window.addEventListener('pointermove', onPointer);
    return () => window.removeEventListener('pointermove', onPointer);
  }, [places]);
};

/** Arrows go to the next who can come; a key before the answers are there does nothing. */
const getterOf =
  (places: RefObject<RowPlaces | null>): KeyboardCoordinateGetter =>
  (event) => {
    const step = event.code === 'ArrowDown' ? 1 : event.code === 'ArrowUp' ? -1 : undefined;
    const [moving, rows] = [getMoving(), places.current];
    if (step === undefined || !moving?.answers || !rows) return undefined;
    const can = new Set([...moving.answers.values()].filter(canCome).map(({ ProviderID }) => ProviderID));
    const next = nextWhoCan(rows.order, moving.over, step, can);
    // The board brings the row in sight: nothing is carried there, and no lane scrolls.
    event.preventDefault();
    if (next === undefined) return undefined;
    moveOver(next);
    rows.reveal(next);
    return undefined;
  };

const CODES = { start: ['Space'], cancel: ['Escape'], end: ['Enter', 'Space'] };
const NO_ROWS = () => [];

/** What is said to those who listen: the answer of each row that the arrows come to. */
const Saying = () => {
  const words = useMovingPart((moving) => {
    const candidate = moving?.over == null ? undefined : moving.answers?.get(moving.over);
    if (!candidate) return '';
    const { words, why } = answerOf(candidate);
    return [candidate.Provider, words, why].filter(Boolean).join(', ');
  });
  return (
    <div className="visually-hidden" aria-live="assertive">
      {words}
    </div>
  );
};

interface BoardDragProps {
  readonly open: readonly OpenVisit[];
  readonly places: RefObject<RowPlaces | null>;
  readonly onAssign: (chosen: Chosen, warnings: readonly string[]) => void;
  readonly children: ReactNode;
}

/** Carries an open visit to a row, by pointer or by keys. Dropped where nobody can come it says why, and nothing moves. */
export const BoardDrag = ({ open, places, onAssign, children }: BoardDragProps) => {
  const visitOf = ({ active }: Pick<DragStartEvent, 'active'>) =>
    open.find((visit) => keyOf(visit) === active.id);
  usePointer(places);
  const coordinateGetter = useMemo(() => getterOf(places), [places]);
  const modifiers = useMemo(() => [besideAnswer(places)], [places]);
  const sensors = useSensors(
    useSensor(PointerSensor, { activationConstraint: { distance: 6 } }),
    useSensor(KeyboardSensor, { keyboardCodes: CODES, coordinateGetter }),
  );
  const drop = (event: DragEndEvent) => {
    const [moving, visit] = [getMoving(), visitOf(event)];
    stopMoving();
    const candidate = moving?.over == null ? undefined : moving.answers?.get(moving.over);
    if (!visit || !candidate) return;
    const { ProviderID: providerId, Provider: name } = candidate;
    if (canCome(candidate)) onAssign({ visit, providerId, name }, candidate.asksFirst ?? []);
    else toast.error(`${candidate.Provider} cannot come: ${candidate.why ?? ''}`);
  };
  return (
    <DndContext
      sensors={sensors}
      collisionDetection={NO_ROWS}
      accessibility={{
        announcements: {
          onDragStart: () =>
            'Picked up. Up and Down go to the next who can come, Enter assigns, Escape puts it back.',
          onDragOver: () => undefined,
          onDragEnd: () => undefined,
          onDragCancel: () => 'Put back.',
        },
      }}
      onDragStart={(event) => {
        const visit = visitOf(event);
        if (visit) startMoving(visit, event.activatorEvent instanceof KeyboardEvent);
      }}
      onDragEnd={drop}
      onDragCancel={stopMoving}
    >
      {children}
      <Saying />
      <DragOverlay dropAnimation={null} modifiers={modifiers}>
        <Ghost />
      </DragOverlay>
    </DndContext>
  );
};
