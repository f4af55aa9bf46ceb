//! Whose match file it is: the table signs what it hands out, so that nobody can change it or make one up.

use super::{hex, random, unhex};
use ed25519_dalek::{Signature as Signed, Signer as _, SigningKey, VerifyingKey};

/// The key of a table.
#[derive(Clone)]
pub(crate) struct Signer(SigningKey);

impl std::fmt::Debug for Signer {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "Signer with key {}", self.key())
    }
}

impl Signer {
    pub(crate) fn fresh() -> Signer {
        Signer(SigningKey::from_bytes(&random()))
    }

    /// As it is kept.
    pub(crate) fn read(digits: &str) -> Option<Signer> {
        unhex(digits).map(|bytes| Signer(SigningKey::from_bytes(&bytes)))
    }

    pub(crate) fn hex(&self) -> String {
        hex(self.0.as_bytes())
    }

    /// What everybody may know: by this key its signatures are checked.
    pub(crate) fn key(&self) -> String {
        hex(self.0.verifying_key().as_bytes())
    }

    /// Adds who signs and the signature to the header of a match file.
    pub(crate) fn sign(&self, text: &str) -> String {
        let (first, rest) = text.split_once('\n').unwrap_or((text, ""));
        let text = format!("{first}\ntable {}\n{rest}", self.key());
        let signature = hex(&self.0.sign(&signed_bytes(&text)).to_bytes());
        let (first, rest) = text.split_once('\n').unwrap_or((&text, ""));
        format!("{first}\n{SIGNATURE}{signature}\n{rest}")
    }
}

const SIGNATURE: &str = "signature ";

/// All of the file but the signature itself, behind words that are used for nothing else.
fn signed_bytes(without_signature: &str) -> Vec<u8> {
    format!("rhine match file, signed\n{without_signature}").into_bytes()
}

/// What a match file says of where it comes from.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Signature {
    /// Nobody vouches for the file: whoever wrote it may have made up everything in it.
    Unsigned,
    /// The table with this key handed out the file exactly as it is.
    By(String),
    /// The file is not as the table handed it out, or the table did not hand it out at all.
    Wrong {
        table: String,
    },
    Unreadable(&'static str),
}

pub fn signature_of(text: &str) -> Signature {
    let header = || text.lines().take_while(|line| !line.starts_with("deal"));
    let value = |key: &'static str| header().find_map(|line| line.strip_prefix(key)).map(str::trim);
    let Some(signature) = value(SIGNATURE) else { return Signature::Unsigned };
    let Some(signature) = unhex::<64>(signature) else {
        return Signature::Unreadable("the signature is not 128 hex digits");
    };
    let Some(table) = value("table ") else { return Signature::Unreadable("it is signed, and does not say by whom") };
    let key = unhex(table).and_then(|bytes| VerifyingKey::from_bytes(&bytes).ok());
    let Some(key) = key else { return Signature::Unreadable("the key of the table is none") };
    let signed = signed_bytes(&without_signature(text));
    match key.verify_strict(&signed, &Signed::from_bytes(&signature)) {
        Ok(()) => Signature::By(table.to_ascii_lowercase()),
        Err(_) => Signature::Wrong { table: table.to_ascii_lowercase() },
    }
}

/// The file without the line that holds its signature.
pub fn without_signature(text: &str) -> String {
    let mut header = true;
    let keeps = |line: &&str| {
        header &= !line.starts_with("deal");
        !(header && line.starts_with(SIGNATURE))
    };
    text.split_inclusive('\n').filter(keeps).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    const FILE: &str = "rhine match 1\ngame ford\ndice-hash 12\nscenario dusk\ndeal\n\nGE mine 0705\nUS signature x\n";

    #[test]
    fn only_the_file_as_it_was_signed_holds() {
        let signer = Signer::fresh();
        let signed = signer.sign(FILE);
        assert_eq!(signature_of(&signed), Signature::By(signer.key()));
        assert_eq!(Signer::read(&signer.hex()).unwrap().sign(FILE), signed);
        assert_eq!(signature_of(FILE), Signature::Unsigned);
        for (from, to) in [("0705", "0706"), ("dusk", "dawn"), ("deal\n", "deal\n\n"), ("12\n", "12 \n")] {
            let forged = signed.replace(from, to);
            assert_eq!(signature_of(&forged), Signature::Wrong { table: signer.key() }, "{forged}");
        }
        let other = Signer::fresh();
        assert_eq!(signature_of(&signed.replace(&signer.key(), &other.key())), Signature::Wrong { table: other.key() });
        let short = signed.replace("signature ", "signature 1");
        assert!(matches!(signature_of(&short), Signature::Unreadable(_)), "{short}");
    }
}
