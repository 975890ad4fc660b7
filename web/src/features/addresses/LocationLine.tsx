import { NOT_CHECKED } from '@homecare/domain/addresses/zip-areas.ts';
import { IconMapPin } from '@tabler/icons-react';
import { Pill } from '../../ui/Pill.tsx';
import { directionsTo, type Point, showPoint } from './directions.ts';
import classes from './LocationLine.module.css';

interface LocationLineProps {
  readonly point: Point | undefined;
  readonly approximate: boolean;
  /** There is an address that the point could belong to. */
  readonly hasAddress: boolean;
  /** Without it the point can only be looked at. */
  readonly onSet?: (() => void) | undefined;
}

const missing = (hasAddress: boolean, maySet: boolean) => {
  if (!hasAddress) return 'Type the street, town and ZIP.';
  return maySet
    ? 'The street is looked up when you save. If it is not found, the middle of its ZIP code is used.'
    : 'No location yet.';
};

/** The coordinates of an address: an approximate location says so, and offers to set the exact point. */
export const LocationLine = ({ point, approximate, hasAddress, onSet }: LocationLineProps) => (
  <div className={classes.line}>
    <span className={classes.point}>
      <IconMapPin size={17} stroke={1.7} aria-hidden />
      {point ? (
        <>
          <span className="visually-hidden">Location </span>
          {showPoint(point)}
        </>
      ) : (
        missing(hasAddress, onSet !== undefined)
      )}
    </span>
    {point && approximate && <Pill tone="warn">Approximate location</Pill>}
    {onSet && hasAddress && (
      <button type="button" className={classes.set} onClick={onSet}>
        Set exact point
      </button>
    )}
    {point && (
      <a className={classes.directions} href={directionsTo(point)} target="_blank" rel="noopener noreferrer">
        Directions
      </a>
    )}
    {point && approximate && <span className={classes.explain}>{NOT_CHECKED}</span>}
  </div>
);
