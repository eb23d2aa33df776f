import { AuthError } from '../errors.ts'

/** Curve and hash, loaded when a wallet first signs in: they would take their part of each start. */
async function load() {
  const [{ secp256k1 }, { keccak_256: keccak }] = await Promise.all([import('@noble/curves/secp256k1.js'), import('@noble/hashes/sha3.js')])
  return { secp256k1, keccak }
}

/**
 * Returns true if an address's key has signed a message (EIP-191, `personal_sign`): the signature yields the public key, and that the address.
 *
 * @throws AuthError `validation_failed` for an invalid signature or address
 */
export async function isSignedByEthereum(message: string, signature: string, address: string): Promise<boolean> {
  if (!/^0x[\da-f]{130}$/i.test(signature)) throw new AuthError('validation_failed', 'signature must be 65 bytes in hexadecimal, beginning with 0x')
  if (!/^0x[\da-f]{40}$/i.test(address)) throw new AuthError('validation_failed', 'message has no valid Ethereum address')
  const { secp256k1, keccak } = await load()
  const bytes = Buffer.from(signature.slice(2), 'hex')
  const text = Buffer.from(message)
  const hash = keccak(Buffer.concat([Buffer.from(`\u0019Ethereum Signed Message:\n${text.length}`), text]))
  // 27 and 28 as Bitcoin began to write them, 0 and 1 as some hardware wallets do
  const last = bytes[64]!
  const recovery = last >= 27 ? last - 27 : last
  if (recovery > 1) return false
  try {
    const point = secp256k1.Signature.fromBytes(bytes.subarray(0, 64), 'compact').addRecoveryBit(recovery).recoverPublicKey(hash)
    const made = Buffer.from(keccak(point.toBytes(false).subarray(1)))
      .subarray(-20)
      .toString('hex')
    return `0x${made}` === address.toLowerCase()
  } catch {
    // no point of the curve
    return false
  }
}
