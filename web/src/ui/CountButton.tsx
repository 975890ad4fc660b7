import classes from './CountButton.module.css';

interface CountButtonProps {
  /** Accessible name and tooltip, which must include the count. */
  readonly label: string;
  readonly count: number;
  readonly onClick: () => void;
}

/** A red count that opens the list of what it counts; as wide as an icon button. */
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
