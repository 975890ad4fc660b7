import {
  inkPath,
  isApart,
  PAD,
  pointOn,
  readInk,
  type Stroke,
  writeInk,
} from '@homecare/domain/signing/ink.ts';
import { Button } from '@mantine/core';
import { type PointerEvent, useLayoutEffect, useRef } from 'react';
import classes from './SignaturePad.module.css';

interface SignaturePadProps {
  readonly label: string;
  readonly undo: string;
  readonly clear: string;
  /** Strokes in the format of domain/src/signing/ink.ts; '' is an empty pad. */
  readonly value: string;
  readonly error?: string | undefined;
  readonly onChange: (ink: string) => void;
}

const strokesOf = (ink: string): Stroke[] => readInk(ink) ?? [];

/** Takes a signature by finger, pen or mouse. Offer another way beside it to people who cannot draw. */
export const SignaturePad = ({ label, undo, clear, value, error, onChange }: SignaturePadProps) => {
  // Several moves can arrive between two renders, and each must continue from the one before.
  const latest = useRef(value);
  useLayoutEffect(() => {
    latest.current = value;
  }, [value]);
  const put = (strokes: readonly Stroke[]) => {
    latest.current = writeInk(strokes);
    onChange(latest.current);
  };
  const draw = (event: PointerEvent<SVGSVGElement>, begins: boolean) => {
    const box = event.currentTarget.getBoundingClientRect();
    const point = pointOn({ x: event.clientX - box.left, y: event.clientY - box.top }, box);
    const strokes = strokesOf(latest.current);
    const stroke = strokes.at(-1) ?? [];
    if (begins) put([...strokes, [point]]);
    else if (isApart(stroke.at(-1), point)) put([...strokes.slice(0, -1), [...stroke, point]]);
  };
  const strokes = strokesOf(value);
  return (
    <div>
      <div className={classes.label} aria-hidden>
        {label}
      </div>
      <svg
        className={classes.pad}
        data-error={error ? true : undefined}
        viewBox={`0 0 ${PAD.width} ${PAD.height}`}
        role="img"
        aria-label={label}
        onPointerDown={(event) => {
          event.currentTarget.setPointerCapture(event.pointerId);
          draw(event, true);
        }}
        onPointerMove={(event) => {
          if (event.currentTarget.hasPointerCapture(event.pointerId)) draw(event, false);
        }}
      >
        <path d={inkPath(strokes)} />
      </svg>
      {error && (
        <p className={classes.error} role="alert">
          {error}
        </p>
      )}
      <div className={classes.buttons}>
        <Button size="md" disabled={strokes.length === 0} onClick={() => put(strokes.slice(0, -1))}>
          {undo}
        </Button>
        <Button size="md" disabled={strokes.length === 0} onClick={() => put([])}>
          {clear}
        </Button>
      </div>
    </div>
  );
};

/** Displays a stored signature. */
export const SignaturePicture = ({ ink, name }: { readonly ink: string; readonly name: string }) => (
  <svg
    className={classes.picture}
    viewBox={`0 0 ${PAD.width} ${PAD.height}`}
    role="img"
    aria-label={`Signature of ${name}`}
  >
    <path d={inkPath(strokesOf(ink))} />
  </svg>
);
