import { categories } from '#contract/codes.ts'

/** Where the weights come from. */
export const weightSource = {
  name: 'The Restart Project, reference data of 2021',
  link: 'https://github.com/TheRestartProject/restarters.net/blob/8ee4d281e308da2c96a8b3b1cbadad57b37f6f1f/database/migrations/2021_08_13_000439_update_lca_unpowered_categories.php',
}

/**
 * Average weights in grams. If the source has several kinds for one of ours, or one for several, a comment says which
 * was taken. It has none for batteries and chargers, large and small home electricals, and other products.
 */
export const weights: Readonly<Partial<Record<keyof typeof categories, number>>> = {
  aircon_dehumidifier: 7600,
  decorative_or_safety_lights: 460,
  desktop_computer: 6690,
  digital_compact_camera: 480,
  dslr_video_camera: 590,
  fan: 3900,
  flat_screen: 5230, // the third of its five sizes, 22 to 24 inches: 3150, 3660, 5230, 10600, 18700
  hair_and_beauty: 670,
  handheld_entertainment: 140,
  headphones: 400,
  hifi_integrated: 8950,
  hifi_separates: 8720,
  kettle: 1250,
  lamp: 2680,
  laptop: 1830, // the medium size, which is most of them by the source: 1390, 1830, 2530
  mobile: 150,
  musical_instrument: 17_700,
  paper_shredder: 3800,
  pc_accessory: 440,
  portable_radio: 2060,
  power_tool: 1650,
  printer_scanner: 12_470,
  projector: 2680,
  sewing_machine: 8600,
  small_kitchen_item: 2950,
  tablet: 770,
  toaster: 1470,
  toy: 930,
  tv_and_gaming_accessories: 1990,
  vacuum: 6800,
  watch_clock: 1300,
  coffee_maker: 1280,
  food_processor: 2950, // a small kitchen item there
  games_console: 3220,
  hair_dryer: 670, // a hair and beauty item there
  iron: 1170,
}

const byNumber = new Map<number, number>(
  Object.entries(weights).map(([key, grams]) => [categories[key as keyof typeof categories], grams]), // its keys are names of categories
)

/** In grams; `undefined` without a known average. */
export const productWeight = (category: number): number | undefined => byNumber.get(category)
