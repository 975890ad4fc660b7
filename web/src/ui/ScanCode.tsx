import classes from './ScanCode.module.css';

interface ScanCodeProps {
  /** Modules on a side, and the dark ones as lines to draw. */
  readonly qr: { readonly size: number; readonly path: string };
  readonly label: string;
}

/** Quiet zone around the code, in modules. */
const QUIET = 4;

/** A code that a phone scans: black on white on a dark screen too. */
export const ScanCode = ({ qr, label }: ScanCodeProps) => {
  const side = qr.size + 2 * QUIET;
  return (
    <svg
      className={classes.code}
      viewBox={`${-QUIET} ${-QUIET} ${side} ${side}`}
      role="img"
      aria-label={label}
      shapeRendering="crispEdges"
    >
      <rect x={-QUIET} y={-QUIET} width={side} height={side} fill="#fff" />
      <path d={qr.path} fill="#000" />
    </svg>
  );
};
