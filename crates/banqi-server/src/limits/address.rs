//! Whose address it is.

use std::net::IpAddr;

use ipnet::IpNet;

/// The client's address: that of the connection, unless that is one of our proxies; then the last address in
/// `X-Forwarded-For` that is not one. What stands before that, the client may have written itself.
pub(crate) fn behind_proxies<'a>(
    peer: IpAddr,
    forwarded: impl DoubleEndedIterator<Item = &'a str>,
    proxies: &[IpNet],
) -> IpAddr {
    let is_proxy = |address: IpAddr| proxies.iter().any(|net| net.contains(&address));
    let mut client = peer.to_canonical();
    for address in forwarded.rev() {
        if !is_proxy(client) {
            break;
        }
        // A proxy of ours that does not know: then the proxy it is.
        let Ok(address) = address.trim().parse::<IpAddr>() else { break };
        client = address.to_canonical();
    }
    client
}

/// Who has one IPv6 address has the other 2^64 of its network.
pub(crate) fn block(address: IpAddr) -> IpAddr {
    match address.to_canonical() {
        IpAddr::V6(address) => IpAddr::V6((u128::from(address) >> 64 << 64).into()),
        IpAddr::V4(address) => IpAddr::V4(address),
    }
}

#[cfg(test)]
mod tests {
    use rstest::rstest;

    use super::*;

    #[rstest]
    #[case::nobody_is_believed("198.51.100.7", "192.0.2.1", &[], "198.51.100.7")]
    #[case::the_proxy_is("10.0.0.1", "192.0.2.1", &["10.0.0.0/8"], "192.0.2.1")]
    #[case::what_the_client_wrote_is_not("10.0.0.1", "127.0.0.1, 192.0.2.1", &["10.0.0.0/8"], "192.0.2.1")]
    #[case::two_proxies("10.0.0.1", "6.6.6.6, 192.0.2.1, 10.0.0.2", &["10.0.0.0/8"], "192.0.2.1")]
    #[case::nonsense("10.0.0.1", "192.0.2.1, unknown", &["10.0.0.0/8"], "10.0.0.1")]
    #[case::nothing("10.0.0.1", "", &["10.0.0.0/8"], "10.0.0.1")]
    #[case::mapped("::ffff:10.0.0.1", "2001:db8::1", &["10.0.0.0/8"], "2001:db8::1")]
    fn the_clients_address(
        #[case] peer: &str,
        #[case] forwarded: &str,
        #[case] proxies: &[&str],
        #[case] client: &str,
    ) {
        let proxies: Vec<IpNet> = proxies.iter().map(|net| net.parse().unwrap()).collect();
        let found = behind_proxies(peer.parse().unwrap(), forwarded.split(','), &proxies);
        assert_eq!(found, client.parse::<IpAddr>().unwrap());
    }

    #[test]
    fn a_network_counts_as_one() {
        let block = |text: &str| block(text.parse().unwrap()).to_string();
        assert_eq!(block("2001:db8:1:2:3:4:5:6"), "2001:db8:1:2::");
        assert_eq!(block("::ffff:192.0.2.1"), "192.0.2.1");
        assert_eq!(block("192.0.2.1"), "192.0.2.1");
    }
}
