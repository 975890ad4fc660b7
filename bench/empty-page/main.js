import { createElement, useState } from 'react';
import { createRoot } from 'react-dom/client';

/** As little as a React page can be that answers a click. */
const Page = () => {
  const [clicks, setClicks] = useState(0);
  return createElement(
    'button',
    { type: 'button', onClick: () => setClicks(clicks + 1) },
    `Clicked ${clicks}`,
  );
};

createRoot(document.getElementById('root')).render(createElement(Page));
