import classes from './ScanCode.module.css';

interface ScanCodeProps {
  /** Number of modules per side, and the dark ones as an SVG path. */
  readonly qr: { readonly size: number; readonly path: string };
  readonly label: string;
}

/** Quiet zone around the code, in modules. */
const QUIET = 4;

/** A QR code, always black on white, even in dark mode. */
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
