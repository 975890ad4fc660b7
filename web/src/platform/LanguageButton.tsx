import { IconLanguage } from '@tabler/icons-react';
import { phoneIcon } from '../ui/icons.ts';
import { PlainButton } from '../ui/plain.tsx';
import { chooseLanguage, nameOf, otherLanguage, useLanguage } from './language.ts';

/** The other language, by its own name. */
export const LanguageButton = () => {
  const other = otherLanguage(useLanguage());
  return (
    <PlainButton variant="subtle" lang={other} onClick={() => chooseLanguage(other)}>
      <IconLanguage {...phoneIcon} />
      {nameOf(other)}
    </PlainButton>
  );
};
