/** Lower case without accents, so that 'huong' finds 'Hương'. The server sorts by it too. */
export const fold = (text: string) => {
  // Most names are plain ASCII. This shortcut matters when thousands are folded while a user waits.
  if (!/[^ -~]/.test(text)) return text.toLowerCase();
  return text
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/đ/g, 'd')
    .replace(/ø/g, 'o')
    .replace(/ł/g, 'l');
};
