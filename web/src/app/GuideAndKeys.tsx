import { isCaregiver } from '@homecare/domain/permissions.ts';
import { useLocation } from '@tanstack/react-router';
import { GuidePanel } from '../features/guide/GuidePanel.tsx';
import { guideNameOf } from '../features/guide/page.ts';
import { GUIDE } from '../features/guide/pages.ts';
import { useLanguage } from '../platform/language.ts';
import { useSession } from '../platform/session.ts';
import { KeyList } from './KeyList.tsx';
import { routeOf } from './routes.ts';

/** The guide page about the open page, in the language chosen on a phone, followed by the shortcuts on a desktop. */
export const GuideAndKeys = () => {
  const pathname = useLocation({ select: (location) => location.pathname });
  const language = useLanguage();
  const onPhone = isCaregiver(useSession()?.role);
  const route = routeOf(pathname);
  const name = guideNameOf(route?.path ?? '');
  const translated = `${name}-${language}`;
  const shown = onPhone && GUIDE.has(translated) ? translated : name;
  return (
    <>
      {route && <GuidePanel key={shown} name={shown} />}
      {!onPhone && <KeyList />}
    </>
  );
};
