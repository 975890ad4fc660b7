/** Lower case without accents, so that 'huong' finds 'Hương' (also what the server sorts by). */
export const fold = (text: string) => {
  // Most names are plain letters: thousands of them are folded while somebody waits.
  if (!/[^ -~]/.test(text)) return text.toLowerCase();
  return text
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/đ/g, 'd')
    .replace(/ø/g, 'o')
    .replace(/ł/g, 'l');
};
