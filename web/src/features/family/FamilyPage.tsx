import { useEffect } from 'react';
import { useAction } from '../../platform/form/use-action.ts';
import {
  chooseLanguage,
  isLanguageChosen,
  nameOf,
  otherLanguage,
  useLanguage,
  usePageLanguage,
} from '../../platform/language.ts';
import { useSite } from '../../platform/own-site.ts';
import { useDocumentTitle } from '../../platform/title.ts';
import { MAIN_ID } from '../../ui/landmarks.ts';
import { PlainButton } from '../../ui/plain.tsx';
import { Logo, useSiteIcon } from '../sites/Brand.tsx';
import { FamilyCalendar } from './FamilyCalendar.tsx';
import { PARTS, type PartProps } from './FamilyParts.tsx';
import { FamilyPasskeys } from './FamilyPasskeys.tsx';
import { FamilySignIn } from './FamilySignIn.tsx';
import classes from './family.module.css';
import { CHOOSE_LANGUAGE, leavePage, SIGN_OUT, useOwnPage } from './page-api.ts';
import { useFamilyWords } from './page-words.ts';

/** The other language, for the page and, once signed in, for what is written to them. */
const LanguageSwitch = ({ isIn }: { readonly isIn: boolean }) => {
  const other = otherLanguage(useLanguage());
  const choose = useAction(CHOOSE_LANGUAGE);
  return (
    <PlainButton
      variant="subtle"
      lang={other}
      onClick={() => {
        chooseLanguage(other);
        if (isIn) void choose.run({ language: other });
      }}
    >
      {nameOf(other)}
    </PlainButton>
  );
};

const Own = ({ page }: PartProps) => {
  const { words } = useFamilyWords();
  const signOut = useAction({ ...SIGN_OUT, onDone: leavePage });
  const { agency, phone, zone, agreed, name, client } = page;
  const parts = PARTS.filter(([part]) => agreed.includes(part));
  // A device on which nothing was chosen speaks the language of the invitation.
  useEffect(() => {
    if (!isLanguageChosen()) chooseLanguage(page.language);
  }, [page.language]);
  return (
    <>
      <h1 className={classes.title}>{words.title}</h1>
      <p className={classes.lead}>{words.greeting(name, client)}</p>
      {parts.length === 0 && <p className={classes.lead}>{words.nothingAgreed}</p>}
      {parts.map(([part, Part]) => (
        <Part key={part} page={page} />
      ))}
      {agreed.includes('visits') && <FamilyCalendar />}
      <section className={classes.card} aria-label={words.settings}>
        <h2 className={classes.cardTitle}>{words.settings}</h2>
        {phone && (
          <a href={`tel:${phone.replaceAll(/[^\d+]/g, '')}`}>{`${words.callAgency(agency)} ${phone}`}</a>
        )}
        <FamilyPasskeys zone={zone} />
        <PlainButton pending={signOut.pending} onClick={() => void signOut.run({})}>
          {words.signOut}
        </PlainButton>
      </section>
    </>
  );
};

/** The page of a client's family: what was agreed with them, and nothing else (docs/rules/family.md). */
export const FamilyPage = () => {
  const { words } = useFamilyWords();
  const { isOut, page } = useOwnPage();
  const site = useSite();
  usePageLanguage(useLanguage());
  useDocumentTitle(words.title, site?.title);
  useSiteIcon();
  return (
    <main className={classes.page} id={MAIN_ID}>
      <div className={classes.column}>
        <header className={classes.head}>
          <div className={classes.agency}>
            <Logo size={36} />
            {site?.title}
          </div>
          <div className={classes.language}>
            <LanguageSwitch isIn={page !== undefined} />
          </div>
        </header>
        {isOut && <FamilySignIn />}
        {page && <Own page={page} />}
        {!isOut && !page && <p className={classes.lead}>{words.loading}</p>}
      </div>
    </main>
  );
};
