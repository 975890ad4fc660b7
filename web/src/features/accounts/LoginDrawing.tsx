import classes from './login.module.css';

/** Decoration: a house below the mountains, by day or in the evening depending on the color scheme. */
export const LoginDrawing = () => (
  <svg
    className={classes.drawing}
    viewBox="0 0 764 900"
    preserveAspectRatio="xMidYMax slice"
    aria-hidden="true"
  >
    <defs>
      <linearGradient id="login-sky" x1="0" y1="0" x2="0" y2="1">
        <stop offset="0" stopColor="#dbe9fa" />
        <stop offset="0.45" stopColor="#eef5fd" />
        <stop offset="0.7" stopColor="#fdf3de" />
      </linearGradient>
    </defs>
    <rect width="764" height="900" fill="url(#login-sky)" />
    <circle cx="562" cy="468" r="58" fill="#ffd58a" />
    <path d="M0 618 90 538l61 46 110-144 71 78 72-49 119 130 91-70 150 112v260H0Z" fill="#b8d3f4" />
    <path d="m261 440 40 44-18 14-22-20-26 32-10-20Z" fill="#f7faff" />
    <path d="m404 469 20 24-18 12-18-12Z" fill="#f0f6fd" />
    <path d="m0 688 130-79 112 70 120-80 142 90 140-70 120 80v220H0Z" fill="#76a7e4" />
    <path d="M0 759c90-44 190-50 330-20 60 14 90 22 160 18 90-4 180-20 274 2v141H0Z" fill="#2765b8" />
    <path d="M0 819c140-34 250-26 380-10 150 18 240 12 384-6v97H0Z" fill="#1a4785" />
    <path d="M161 747v38h68v-38l-34-32Z" fill="#ffffff" />
    <path
      d="m155 748 40-37 40 37"
      fill="none"
      stroke="#14376a"
      strokeWidth="8"
      strokeLinecap="round"
      strokeLinejoin="round"
    />
    <path d="M187 757h16v28h-16zM209 755h12v12h-12z" fill="#ffd27a" />
  </svg>
);
