import messages from '@eventstore/db-client/generated/gossip_pb.js';

const { LEADER, FOLLOWER } = messages.MemberInfo.VNodeState;

type Member = { readonly port: number; readonly isLeader: boolean; readonly isAlive: boolean };

/** What a node says of its cluster. */
export const clusterMessage = (members: readonly Member[]): messages.ClusterInfo =>
  new messages.ClusterInfo().setMembersList(
    members.map(({ port, isLeader, isAlive }) =>
      new messages.MemberInfo()
        .setState(isLeader ? LEADER : FOLLOWER)
        .setIsAlive(isAlive)
        .setHttpEndPoint(new messages.EndPoint().setAddress('127.0.0.1').setPort(port)),
    ),
  );
