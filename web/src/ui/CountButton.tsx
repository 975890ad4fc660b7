import classes from './CountButton.module.css';

interface CountButtonProps {
  /** Name for screen readers and tooltip; the count is part of it. */
  readonly label: string;
  readonly count: number;
  readonly onClick: () => void;
}

/** A red count that opens what it counts; as wide as an icon button. */
export const CountButton = ({ label, count, onClick }: CountButtonProps) => (
  <button
    type="button"
    className={classes.count}
    data-tone="danger"
    aria-label={`${label}: ${count}`}
    data-tip={`${label}: ${count}`}
    onClick={onClick}
  >
    {count}
  </button>
);
