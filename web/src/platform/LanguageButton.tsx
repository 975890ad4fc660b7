import { IconLanguage } from '@tabler/icons-react';
import { phoneIcon } from '../ui/icons.ts';
import { PlainButton } from '../ui/plain.tsx';
import { chooseLanguage, nameOf, otherLanguage, useLanguage } from './language.ts';

/** Switches to the other language, whose own name it shows. `bare` omits the icon where space is short. */
export const LanguageButton = ({ bare = false }: { readonly bare?: boolean }) => {
  const other = otherLanguage(useLanguage());
  return (
    <PlainButton variant="subtle" lang={other} onClick={() => chooseLanguage(other)}>
      {!bare && <IconLanguage {...phoneIcon} />}
      {nameOf(other)}
    </PlainButton>
  );
};
