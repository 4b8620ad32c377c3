/** Rows of `letter spelling`. */
const rows = (text: string): readonly (readonly [string, string])[] =>
  text
    .trim()
    .split(/\s+/)
    .map((row) => [row.slice(0, 1), row.slice(1)] as const);

/**
 * ICAO Doc 9303 part 3 section 6 A, and letters of African alphabets. Other letters follow their
 * base letter.
 */
const LATIN = `
  ßss æae œoe øo łl đd ðd þth ıi ħh ĸq ŋn ŧt ŀl ĳij ſs əe ǝe ɓb ɖd ɗd ƙk ƴy ɛe ɔo ƒf ɣg ŋn ɲn ʋv ɩi ʊu
`;

/** Section 6 B, first forms. */
const CYRILLIC = `
  аa бb вv гg дd еe ёe жzh зz иi йi кk лl мm нn оo пp рr сs тt уu фf хkh цts чch шsh щshch ъie ыy эe юiu яia
  ґg ђd ѓg єie ѕdz іi їi јj љlj њnj ћc ќk ўu џdz ѣe ѫu ѵy һc
`;

/** ELOT 743, which Greek passports follow. */
const GREEK = `
  αa βv γg δd εe ζz ηi θth ιi κk λl μm νn ξx οo πp ρr σs ςs τt υy φf χch ψps ωo
`;

/** By lower-case letter. The standard omits the soft sign. */
export const SPELLINGS: ReadonlyMap<string, string> = new Map([
  ...rows(LATIN),
  ...rows(CYRILLIC),
  ...rows(GREEK),
  ['ь', ''],
]);
