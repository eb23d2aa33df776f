/** Which of the two products this is (spec §1). Its differences are data in the menus. */
export const variant = 'hosted'
