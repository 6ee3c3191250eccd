import CCrypto

/// AES-256-GCM (NIST SP 800-38D) by libcrypto, with a nonce of 12 bytes, or of 16 where a protocol
/// has it so, and a tag of 16 bytes.
enum AESGCM {
  private static let tagCount = 16

  /// The ciphertext followed by the tag; nil when libcrypto fails.
  static func seal(
    _ plain: UnsafeRawBufferPointer, key: [UInt8], nonce: [UInt8], authenticating data: [UInt8]
  ) -> [UInt8]? {
    guard let context = EVP_CIPHER_CTX_new() else { return nil }
    defer { EVP_CIPHER_CTX_free(context) }
    var sealed = [UInt8](repeating: 0, count: plain.count + tagCount)
    var written: Int32 = 0
    var tag = [UInt8](repeating: 0, count: tagCount)
    guard key.count == 32, nonce.count == 12 || nonce.count == 16,
      EVP_EncryptInit_ex(context, EVP_aes_256_gcm(), nil, nil, nil) == 1,
      EVP_CIPHER_CTX_ctrl(context, EVP_CTRL_AEAD_SET_IVLEN, Int32(nonce.count), nil) == 1,
      EVP_EncryptInit_ex(context, nil, nil, key, nonce) == 1,
      EVP_EncryptUpdate(context, nil, &written, data, Int32(data.count)) == 1,
      EVP_EncryptUpdate(
        context, &sealed, &written, plain.assumingMemoryBound(to: UInt8.self).baseAddress,
        Int32(plain.count)) == 1,
      EVP_EncryptFinal_ex(context, nil, &written) == 1,
      EVP_CIPHER_CTX_ctrl(context, EVP_CTRL_AEAD_GET_TAG, Int32(tagCount), &tag) == 1
    else { return nil }
    sealed.replaceSubrange(plain.count..., with: tag)
    return sealed
  }

  /// The plain text; nil when the key, the nonce, the data or one bit of `sealed` is another.
  static func open(
    _ sealed: [UInt8], key: [UInt8], nonce: [UInt8], authenticating data: [UInt8]
  ) -> [UInt8]? {
    guard let context = EVP_CIPHER_CTX_new() else { return nil }
    defer { EVP_CIPHER_CTX_free(context) }
    let count = sealed.count - tagCount
    guard count >= 0, key.count == 32, nonce.count == 12 || nonce.count == 16 else { return nil }
    var plain = [UInt8](repeating: 0, count: max(count, 1))
    var tag = Array(sealed[count...])
    var written: Int32 = 0
    guard EVP_DecryptInit_ex(context, EVP_aes_256_gcm(), nil, nil, nil) == 1,
      EVP_CIPHER_CTX_ctrl(context, EVP_CTRL_AEAD_SET_IVLEN, Int32(nonce.count), nil) == 1,
      EVP_DecryptInit_ex(context, nil, nil, key, nonce) == 1,
      EVP_DecryptUpdate(context, nil, &written, data, Int32(data.count)) == 1,
      EVP_DecryptUpdate(context, &plain, &written, sealed, Int32(count)) == 1,
      EVP_CIPHER_CTX_ctrl(context, EVP_CTRL_AEAD_SET_TAG, Int32(tagCount), &tag) == 1,
      EVP_DecryptFinal_ex(context, nil, &written) == 1
    else { return nil }
    return Array(plain.prefix(count))
  }
}
