import { main } from '#main/cli.ts'

// Takes a backup, and sends itself a signal after the copy and before the verification.
const [dataDir = '', target = '', signal = ''] = process.argv.slice(2)
const write = process.stdout.write.bind(process.stdout)
process.stdout.write = ((text: string) => {
  if (text.startsWith('100 %')) process.kill(process.pid, signal)
  return write(text)
}) as never // called with a text alone
const code = await main(['backup', target], { DATA_DIR: dataDir })
write(`ended ${code}\n`)
