import { useEffect } from 'react';
import { useLogo } from '../../platform/own-site.ts';

/** The mark of the product, shown until the agency's own logo is there. */
const Mark = ({ size }: { readonly size: number }) => (
  <svg width={size} height={size} viewBox="0 0 30 30" aria-hidden="true">
    <rect width="30" height="30" rx="7" fill="#2765b8" />
    <circle cx="20" cy="9" r="2.6" fill="#ffd58a" />
    <path d="M5 21.5 11.5 12l4 5.6 2.4-3.2 7.1 7.1Z" fill="#ffffff" />
  </svg>
);

/** As wide as three heights and a bit: the room that it has on paper too. */
const WIDEST = 3.4;

/** Logo of the agency, small in the menu and large on the sign-in page: whole, whatever its shape. */
export const Logo = ({ size, widest = WIDEST }: { readonly size: number; readonly widest?: number }) => {
  const logo = useLogo();
  if (!logo) return <Mark size={size} />;
  return (
    <img src={logo.picture} alt="" style={{ height: size, maxWidth: size * widest, objectFit: 'contain' }} />
  );
};

/** The icon of the browser tab follows the site. */
export const useSiteIcon = () => {
  const icon = useLogo()?.icon;
  useEffect(() => {
    const link = document.querySelector<HTMLLinkElement>('link[rel="icon"]');
    if (!link || !icon) return;
    const before = link.href;
    link.href = icon;
    return () => {
      link.href = before;
    };
  }, [icon]);
};
